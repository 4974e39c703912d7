/** Makes tarballs for other teams: `node tools/pack/pack.ts <empty folder>`. The types must have been built (`tsc -b`). */
import { basename, resolve } from 'node:path'
import { packTarball } from './pack-package.ts'

const PACKED = ['packages/react', 'packages/bff']

const [target = '.'] = process.argv.slice(2)
for (const source of PACKED) {
  const tarball = resolve(target, `counterfoil-${basename(source)}.tgz`)
  await packTarball(source, tarball)
  console.log(tarball)
}
