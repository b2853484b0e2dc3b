#!/bin/sh
# Prints the part of nginx's configuration that says which proxies nginx trusts to name a client's address
# (rule:client-addresses-are-evidence).
#   HIDING_GATEWAYS   the gateways of the network through which the port is published. The engine shows a
#                     gateway's address instead of that of a client that it hides, so such a client has no
#                     address.
#   BELIEVED_PROXIES  addresses or networks of proxies in front of nginx. The word `gateway` means the
#                     gateways: a proxy on the same machine connects from there.
#   PUBLISHED         the published port. All clients that the engine hides come from a gateway, so a gateway
#                     is trusted only if the port can be reached from this machine alone.
#   ROUTES            the file in which the kernel lists this container's routes.
set -euf

refuse() {
  echo "$1" >&2
  exit 1
}

listed() {
  echo "$1" | tr ',' ' '
}

# nginx reads this output: it must contain only addresses and networks.
checked() {
  case "$2" in
    *[!0-9A-Fa-f.:/]*) refuse "$1: '$2' is neither an address nor a network" ;;
    *:*) echo "$2" ;;
    # This may be a host name, which nginx would resolve.
    *[!0-9./]*) refuse "$1: '$2' is neither an address nor a network" ;;
    *.*) echo "$2" ;;
    *) refuse "$1: '$2' is neither an address nor a network" ;;
  esac
}

gateways=
for one in $(listed "${HIDING_GATEWAYS:-}"); do
  one=$(checked HIDING_GATEWAYS "$one")
  gateways="$gateways $one"
done

# Converts a hexadecimal address of the routing table, whose bytes are in the machine's order.
address_of() {
  last=${1%??????}
  rest=${1#??}
  third=${rest%????}
  rest=${rest#??}
  printf '%d.%d.%d.%d' "0x${rest#??}" "0x${rest%??}" "0x$third" "0x$last"
}

# A network that an older version created has another gateway, which would count as a client.
if [ -n "$gateways" ]; then
  while read -r _ destination gateway _; do
    [ "$destination" = 00000000 ] || continue
    own=$(address_of "$gateway")
    case " $gateways " in
      *" $own "*) ;;
      *) refuse "The gateway of this network is $own, and HIDING_GATEWAYS does not name it. Create the network again: docker compose down, then up" ;;
    esac
  done < "${ROUTES:-/proc/net/route}"
fi

proxies=
gateway_is_believed=no
for one in $(listed "${BELIEVED_PROXIES:-}"); do
  case " gateway $gateways " in
    *" $one "*) gateway_is_believed=yes ;;
    *)
      one=$(checked BELIEVED_PROXIES "$one")
      proxies="$proxies $one"
      ;;
  esac
done

unbelieved=$gateways
if [ "$gateway_is_believed" = yes ]; then
  [ -n "$gateways" ] || refuse "BELIEVED_PROXIES names the gateway, but HIDING_GATEWAYS does not say which one that is"
  case "${PUBLISHED:-}" in
    127.*:* | "[::1]:"*) ;;
    *) refuse "BELIEVED_PROXIES names the gateway, so only this machine may reach the port: set PORT=127.0.0.1:8080, and PORT_2=127.0.0.1:8081 in the cluster" ;;
  esac
  proxies="$proxies $gateways"
  unbelieved=
fi

marks() {
  printf 'geo $%s $%s {\n  default 0;\n' "$1" "$2"
  shift 2
  for one in "$@"; do printf '  %s 1;\n' "$one"; done
  printf '}\n'
}

for one in $proxies; do printf 'set_real_ip_from %s;\n' "$one"; done
printf 'real_ip_header X-Forwarded-For;\nreal_ip_recursive on;\n'
# Even if a trusted network contains a gateway, the gateway itself is trusted only by its own name.
marks realip_remote_addr came_by_gateway $unbelieved
marks remote_addr is_gateway $gateways
