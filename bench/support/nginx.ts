import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { freePort } from '../../test/support/app.ts'

/** Debian's nginx with its default settings, serving one folder. */
export async function startNginx(folder: string) {
  const port = await freePort()
  const configFolder = join(folder, '.nginx')
  mkdirSync(configFolder)
  for (const path of [folder, configFolder]) chmodSync(path, 0o755)
  const config = join(configFolder, 'nginx.conf')
  writeFileSync(
    config,
    `worker_processes auto;
pid ${configFolder}/pid;
error_log ${configFolder}/error.log;
events { worker_connections 768; }
http {
  sendfile on;
  tcp_nopush on;
  access_log ${configFolder}/access.log;
  client_body_temp_path ${configFolder}/body;
  proxy_temp_path ${configFolder}/proxy;
  fastcgi_temp_path ${configFolder}/fastcgi;
  uwsgi_temp_path ${configFolder}/uwsgi;
  scgi_temp_path ${configFolder}/scgi;
  server { listen 127.0.0.1:${port}; root ${folder}; }
}
`,
  )
  const nginx = spawn('/usr/sbin/nginx', ['-c', config, '-g', 'daemon off;'], {
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  await waitUntilListening(port)
  return {
    port,
    async stop() {
      nginx.kill('SIGTERM')
      await once(nginx, 'exit')
    },
  }
}

async function waitUntilListening(port: number) {
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
