#!/bin/bash
# Makes a certificate authority and the certificates of three nodes, and replaces a node's certificate that ends
# within RENEW_DAYS. Each run may be repeated. A node reads its certificate when it starts: docs/operations/secrets.md
# says how to restart the nodes one after the other. The authority's certificate is never replaced here, because
# nodes that know different authorities do not form a cluster.
#   MADE, NODES, PUBLIC   the folders of the authority, of the nodes and of the authority's certificate
#   NOW                   seconds since 1970, by default those of the clock
set -eu

MADE=${MADE:-/made}
NODES=${NODES:-/nodes}
PUBLIC=${PUBLIC:-/public}
NOW=${NOW:-$(date +%s)}
RENEW_DAYS=90
NODE_DAYS=365
AUTHORITY_DAYS=3650
# The authority that an older version made has the years that the tool gives by default.
OLD_AUTHORITY_DAYS=1826
DAY=86400

# The tool cannot tell when a certificate ends, so a file says it.
days_left() {
  echo $((($(cat "$1") - NOW) / DAY))
}

if [ ! -f "$MADE/ca/ca.crt" ]; then
  es-gencert-cli create-ca -days "$AUTHORITY_DAYS" -out "$MADE/ca"
  echo $((NOW + AUTHORITY_DAYS * DAY)) > "$MADE/ca.ends"
elif [ ! -f "$MADE/ca.ends" ]; then
  echo $(($(date -r "$MADE/ca/ca.crt" +%s) + OLD_AUTHORITY_DAYS * DAY)) > "$MADE/ca.ends"
fi
authority_days=$(days_left "$MADE/ca.ends")
if [ "$authority_days" -lt $((NODE_DAYS + RENEW_DAYS)) ]; then
  echo "The certificate authority of EventStoreDB ends in $authority_days days. Make a new one: see docs/operations/secrets.md." >&2
fi
if [ "$authority_days" -lt 1 ]; then exit 1; fi

for node in 1 2 3; do
  ends="$MADE/node$node.ends"
  if [ -f "$NODES/$node/node.crt" ] && [ -f "$ends" ] && [ "$(days_left "$ends")" -ge "$RENEW_DAYS" ]; then
    continue
  fi
  days=$((authority_days < NODE_DAYS ? authority_days : NODE_DAYS))
  rm -rf "$MADE/new"
  es-gencert-cli create-node -ca-certificate "$MADE/ca/ca.crt" -ca-key "$MADE/ca/ca.key" -days "$days" \
    -out "$MADE/new" -ip-addresses 127.0.0.1 -dns-names "localhost,node$node.eventstore"
  # Certificate and key belong together: a node that starts between these two lines starts once more.
  mv -f "$MADE/new/node.key" "$NODES/$node/node.key"
  mv -f "$MADE/new/node.crt" "$NODES/$node/node.crt"
  rm -r "$MADE/new"
  echo $((NOW + days * DAY)) > "$ends"
  echo "Node $node has a new certificate for $days days. It uses it after its next start."
done
chown -R "${OWNER:-1000:1000}" "$NODES"/1 "$NODES"/2 "$NODES"/3
cp -f "$MADE/ca/ca.crt" "$PUBLIC/ca.crt"
chmod 0444 "$PUBLIC/ca.crt"
