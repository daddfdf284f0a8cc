"""What each customer has paid in the end, worked out anew: reads payments, one a line, and prints the sums."""

import json
import sys
from decimal import Decimal

sums = {}
for line in sys.stdin:
    _payment, customer, amount = line.rstrip("\n").split(",")
    sums[customer] = sums.get(customer, Decimal(0)) + Decimal(amount)

for customer, total in sums.items():
    print('{"key": %s, "value": %s}' % (json.dumps(customer), total))
