/** Makes tarballs that other teams install: `node tools/pack/pack.ts <folder of an empty place>`. The types must have been built (`tsc -b`). */
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join, resolve } from 'node:path'
import { runChild } from '@counterfoil/testkit/child'
import { packPackage } from './pack-package.ts'

const PACKED = ['packages/react', 'packages/bff']

const [target = '.'] = process.argv.slice(2)
for (const source of PACKED) {
  const stage = await mkdtemp(join(tmpdir(), 'pack-'))
  const out = join(stage, 'package')
  await mkdir(out)
  await packPackage(source, out)
  const tarball = resolve(target, `counterfoil-${basename(source)}.tgz`)
  await runChild('tar', ['-czf', tarball, '-C', stage, 'package'])
  await rm(stage, { recursive: true })
  console.log(tarball)
}
