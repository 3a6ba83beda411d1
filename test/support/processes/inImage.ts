import { chownSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** What the image says of itself, as far as a start needs it. */
interface ImageConfig {
  User: string
  Env: string[]
  WorkingDir: string
  Entrypoint: string[]
}

const ACCOUNT = { node: 1000 } as const

/**
 * Runs as a container would, without a container engine: the image's files are the whole file system and can't be changed, the account is
 * the image's, and only /data (a folder of the process alone) and /tmp can be written. Refuses to start where that isn't so.
 */
const RUN = `
root=$1 data=$2 user=$3 workdir=$4; shift 4
mount --bind "$root" "$root"
mount -o remount,bind,ro "$root"
mount --bind "$data" "$root/data"
mount -t tmpfs tmpfs "$root/tmp"
mount --rbind /dev "$root/dev"
mount --rbind /proc "$root/proc"
exec chroot --userspec="$user:$user" "$root" /usr/bin/env -i -C "$workdir" /bin/sh -c '
  [ "$(id -u)" != 0 ] || { echo "The image runs as root."; exit 70; }
  ! touch ./written 2>/dev/null || { echo "The image can be written."; exit 70; }
  touch /data/written && rm /data/written || exit 70
  exec /usr/bin/env "$@"' sh "$@"`

/** The command that starts a program of the image that is mounted at `root`. */
export function commandInImage(root: string, entry: string, { DATA_DIR = '', ...env }: Record<string, string>) {
  const image: ImageConfig = JSON.parse(readFileSync(`${root}.json`, 'utf8'))
  const account = ACCOUNT[image.User as keyof typeof ACCOUNT]
  if (!account) throw new Error(`The image runs as ${image.User || 'root'}.`)
  chownSync(DATA_DIR, account, account)
  const settings = [...image.Env, ...Object.entries(env).map(([name, value]) => `${name}=${value}`)]
  const command = [...image.Entrypoint, join('dist/server', `${entry}.js`)]
  const args = [root, DATA_DIR, String(account), image.WorkingDir, ...settings, ...command]
  return { program: 'unshare', args: ['--mount', 'sh', '-ec', RUN, 'sh', ...args] }
}
