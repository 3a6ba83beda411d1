import { chownSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** What the image says of itself, as far as a start needs it. */
interface ImageConfig {
  User: string
  Env: string[]
  WorkingDir: string
  Entrypoint: string[]
  Cmd: string[]
  Healthcheck?: { Test: string[] }
}

interface Container {
  /** Instead of the image's own command. */
  command?: string[]
  /** Instead of the image's entry point. */
  entrypoint?: string[]
  env: Record<string, string>
  /** Folders and files of this machine by their path in the container. The image's account owns the folders. */
  folders: Record<string, string>
  files?: Record<string, string>
  /** The name of a network namespace of its own. */
  network?: string
}

const ACCOUNT = { node: 1000 } as const

/**
 * Runs as a container would, without a container engine: the image's files are the whole file system and can't be changed, the account is
 * the image's, which gets no privileges by any program, and only its folders and /tmp can be written. Refuses to start where that isn't so.
 */
const RUN = `
root=$1 user=$2 workdir=$3 mounts=$4; shift 4
mount --bind "$root" "$root"
mount -o remount,bind,ro "$root"
while [ "$mounts" -gt 0 ]; do
  mount --bind "$1" "$root$2"
  shift 2; mounts=$((mounts - 1))
done
mount -t tmpfs tmpfs "$root/tmp"
mount --rbind /dev "$root/dev"
mount --rbind /proc "$root/proc"
exec chroot "$root" /usr/bin/setpriv --reuid "$user" --regid "$user" --clear-groups --no-new-privs --bounding-set=-all \
  /usr/bin/env -i -C "$workdir" /bin/sh -c '
  [ "$(id -u)" != 0 ] || { echo "The image runs as root."; exit 70; }
  ! touch ./written 2>/dev/null || { echo "The image can be written."; exit 70; }
  touch /data/written && rm /data/written || exit 70
  exec /usr/bin/env "$@"' sh "$@"`

const readConfig = (root: string): ImageConfig => JSON.parse(readFileSync(`${root}.json`, 'utf8'))

/** The command that starts a program of the image whose files are at `root`. */
export function commandInImage(root: string, { entrypoint, command, env, folders, files = {}, network }: Container) {
  const image = readConfig(root)
  const account = ACCOUNT[image.User as keyof typeof ACCOUNT]
  if (!account) throw new Error(`The image runs as ${image.User || 'root'}.`)
  for (const folder of Object.values(folders)) chownSync(folder, account, account)
  const mounts = Object.entries({ ...folders, ...files }).flatMap(([target, source]) => [source, target])
  const settings = [...image.Env, ...Object.entries(env).map(([name, value]) => `${name}=${value}`)]
  const program = [...(entrypoint ?? image.Entrypoint), ...(command ?? image.Cmd)]
  const args = [root, String(account), image.WorkingDir, String(mounts.length / 2), ...mounts, ...settings, ...program]
  const inNamespace = network ? ['ip', 'netns', 'exec', network] : []
  const [first = '', ...rest] = [...inNamespace, 'unshare', '--mount', 'sh', '-ec', RUN, 'sh', ...args]
  return { program: first, args: rest }
}

/** One of the application's own programs. */
export const programInImage = (name: string) => [join('dist/server', `${name}.js`)]

/** What a container engine runs in a container to see whether it works. */
export function healthcheckOf(root: string) {
  const [kind, ...command] = readConfig(root).Healthcheck?.Test ?? []
  if (kind !== 'CMD') throw new Error('The image has no health check.')
  return command
}
