import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startChild } from './child.ts'
import { freePort } from './free-port.ts'
import { until } from './until.ts'

/** nginx as its packages bring it, in front of processes of one kind. */
export type Nginx = {
  readonly url: string
  /** Its complaints, without their times and numbers, and how often it made each. */
  readComplaints(): Promise<ReadonlyMap<string, number>>
  [Symbol.asyncDispose](): Promise<void>
}

/** Folders that nginx wants to write to, whoever runs it. */
const WRITABLE = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']

/**
 * Starts one that balances over `ports` of this machine with nothing changed from its defaults: a new connection for each
 * request, nothing but what is safe to repeat sent to another one, a process that failed left out for ten seconds.
 * @throws Error where there is no nginx on the path
 */
export async function startNginx(ports: readonly number[]): Promise<Nginx> {
  const folder = await mkdtemp(join(tmpdir(), 'counterfoil-nginx-'))
  const port = await freePort()
  const configuration = `daemon off;
pid ${folder}/pid;
error_log ${folder}/error.log;
events {}
http {
  access_log off;
  ${WRITABLE.map((name) => `${name}_temp_path ${folder}/${name};`).join('\n  ')}
  upstream processes { ${ports.map((each) => `server 127.0.0.1:${each};`).join(' ')} }
  server {
    listen 127.0.0.1:${port};
    location / { proxy_pass http://processes; proxy_set_header Host $http_host; }
  }
}`
  await writeFile(join(folder, 'nginx.conf'), configuration)
  const child = startChild('nginx', ['-p', folder, '-c', join(folder, 'nginx.conf')])
  const url = `http://127.0.0.1:${port}`
  await until(`nginx listens: ${child.output()}`, () =>
    fetch(url).then(
      () => true,
      () => false,
    ),
  )
  return {
    url,
    async readComplaints() {
      const counts = new Map<string, number>()
      for (const line of (await readFile(join(folder, 'error.log'), 'utf8')).split('\n')) {
        const complaint = /\*\d+ ([^,]+?)(?: while|,)/.exec(line)?.[1]
        if (complaint !== undefined) counts.set(complaint, (counts.get(complaint) ?? 0) + 1)
      }
      return counts
    },
    async [Symbol.asyncDispose]() {
      await child.stop('SIGTERM')
      await rm(folder, { recursive: true, force: true })
    },
  }
}
