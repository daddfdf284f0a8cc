"""What the Flink playground's ClickEventCount owes: clicks of each page in each 15 s, in windows that have closed."""
import collections
import json
import sys
import time

# The watermark follows the partition that is behind: a window that ends within the last moment may never close.
WINDOW, BEHIND = 15_000, 200  # milliseconds; its watermark is this far behind the newest click


def text(millis):
    return time.strftime("%d-%m-%Y %I:%M:%S", time.gmtime(millis // 1000)) + ":%03d" % (millis % 1000)


counts, newest = collections.Counter(), 0
for line in sys.stdin:
    click = json.loads(line)
    newest = max(newest, click["timestamp"])
    counts[click["timestamp"] // WINDOW * WINDOW, click["page"]] += 1

for (start, page), count in counts.items():
    if start + WINDOW <= newest - BEHIND:
        print(json.dumps({"windowStart": text(start), "windowEnd": text(start + WINDOW), "page": page, "count": count}))
