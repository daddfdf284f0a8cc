"""Takes the script that draws diagrams out of its jar, if it is the one that is known."""

import hashlib
import sys
import zipfile

KNOWN = "217b66ef4279c33c141b4afe22effad10a91c02558dc70917be2c0981e78ed87"

jar, target = sys.argv[1:]
with zipfile.ZipFile(jar) as files:
    name = next(n for n in files.namelist() if n.endswith("/dist/mermaid.min.js"))
    script = files.read(name)
found = hashlib.sha256(script).hexdigest()
if found != KNOWN:
    sys.exit(f"{name} in {jar} has the SHA-256 {found}, not {KNOWN}: after a new version, write that into {sys.argv[0]}.")
with open(target, "wb") as out:
    out.write(script)
