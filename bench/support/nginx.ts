import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { freePort } from '../../test/support/processes/app.ts'

/** Debian's nginx with its default settings, on a separate port, serving one folder. */
export async function startNginx(folder: string) {
  const port = await freePort()
  const listingId = join(folder, '.nginx')
  mkdirSync(listingId)
  for (const path of [folder, listingId]) chmodSync(path, 0o755)
  const config = join(listingId, 'nginx.conf')
  writeFileSync(
    config,
    `worker_processes auto;
pid ${listingId}/pid;
error_log ${listingId}/error.log;
events { worker_connections 768; }
http {
  sendfile on;
  tcp_nopush on;
  access_log ${listingId}/access.log;
  client_body_temp_path ${listingId}/body;
  proxy_temp_path ${listingId}/proxy;
  fastcgi_temp_path ${listingId}/fastcgi;
  uwsgi_temp_path ${listingId}/uwsgi;
  scgi_temp_path ${listingId}/scgi;
  server { listen 127.0.0.1:${port}; root ${folder}; }
}
`,
  )
  const nginx = spawn('/usr/sbin/nginx', ['-c', config, '-g', 'daemon off;'], {
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  await answering(port)
  return {
    port,
    async stop() {
      nginx.kill('SIGTERM')
      await once(nginx, 'exit')
    },
  }
}

async function answering(port: number) {
  for (;;) {
    const socket = connect(port, '127.0.0.1')
    const opened = await once(socket, 'connect').then(
      () => true,
      () => false,
    )
    socket.destroy()
    if (opened) return
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}
