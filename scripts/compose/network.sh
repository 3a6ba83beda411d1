# Runs a command in a network of its own, in which the services of deploy/compose.yaml have the names that they have among containers.
# $1 is the file of hosts; the rest is the command. Needs root, and ip of Debian's iproute2.
set -e
hosts=$1
shift
ip link set lo up
ip link add containers type bridge
ip addr add 172.30.0.1/24 dev containers
ip link set containers up
mount --bind "$hosts" /etc/hosts
mkdir -p /run/netns
mount -t tmpfs tmpfs /run/netns
exec "$@"
