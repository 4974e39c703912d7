import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { provideProgram } from '@counterfoil/tools/machine/debian-programs'
import { runChild } from './child.ts'

/**
 * Writes a key (`key.pem`) and a certificate for `localhost` and 127.0.0.1 that signs itself (`fullchain.pem`) into `folder`.
 * @throws Error where openssl cannot be had
 */
export async function makeCertificate(
  folder: string,
): Promise<{ readonly key: string; readonly cert: string }> {
  const openssl = await provideProgram('openssl')
  if (openssl === undefined) throw new Error('openssl is not on this machine and could not be fetched.')
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'fullchain.pem')]
  // Without a configuration file: an unpacked openssl looks for it at its installation path.
  const settings = join(folder, 'openssl.cnf')
  await writeFile(settings, '[req]\ndistinguished_name = name\n[name]\n')
  await runChild(openssl, [
    ...[
      'req',
      '-x509',
      '-config',
      settings,
      '-newkey',
      'ec',
      '-pkeyopt',
      'ec_paramgen_curve:prime256v1',
      '-nodes',
    ],
    ...['-days', '2', '-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost,IP:127.0.0.1'],
    ...['-keyout', key, '-out', cert],
  ])
  return { key, cert }
}
