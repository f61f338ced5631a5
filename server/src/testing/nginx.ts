import { type ChildProcess, spawn } from 'node:child_process'
import { access, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

const NGINX = '/usr/sbin/nginx'

export const isNginxInstalled = (): Promise<boolean> =>
  access(NGINX).then(
    () => true,
    () => false,
  )

/** Starts nginx with a site. @param home a new folder for its files */
export async function startNginxWith(site: string, home: string): Promise<ChildProcess> {
  await mkdir(home)
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${home}/${name};`,
  )
  await writeFile(
    join(home, 'nginx.conf'),
    `daemon off; ${process.getuid?.() === 0 ? 'user root;' : ''} pid ${home}/pid; error_log ${home}/error.log;
    events {} http { access_log off; ${temporary.join(' ')} ${site} }`,
  )
  return spawn(NGINX, ['-c', join(home, 'nginx.conf'), '-e', join(home, 'error.log')], { stdio: 'ignore' })
}
