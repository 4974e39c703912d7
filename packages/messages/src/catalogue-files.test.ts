import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { compileFolder, findCatalogueFolders, writeModules } from './catalogue-files.ts'

let root: string
let folder: string
const write = (name: string, value: unknown) => writeFile(join(folder, name), JSON.stringify(value))

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'counterfoil-messages-'))
  folder = join(root, 'apps', 'shop', 'messages')
  await mkdir(folder, { recursive: true })
  await write('catalogue.json', { template: 'en', locales: ['en', 'fr'], writeTo: '../src/made', tags: {} })
  await write('till.en.arb', { '@@locale': 'en', pay: 'Pay', '@pay': { description: 'Button of the till' } })
  await write('till.fr.arb', { '@@locale': 'fr', pay: 'Payer' })
  await write('till.eo.arb', { '@@locale': 'eo' })
})
afterEach(() => rm(root, { recursive: true }))

it('the modules of an app are written, reported as stale by a check, and deleted with their messages', async () => {
  expect(await findCatalogueFolders(root)).toEqual([folder])
  const { modules, faults } = await compileFolder(folder)
  expect(faults).toEqual([])
  const made = join(root, 'apps', 'shop', 'src', 'made')
  const paths = ['apps/shop/src/made/till.en.ts', 'apps/shop/src/made/till.fr.ts']
  expect(await writeModules(modules, { root, isCheck: true })).toEqual(paths)
  expect(await writeModules(modules, { root, isCheck: false })).toEqual(paths)
  expect(await readFile(join(made, 'till.fr.ts'), 'utf8')).toContain('pay: "Payer"')
  await writeFile(join(made, 'gone.en.ts'), '')
  expect(await writeModules(modules, { root, isCheck: true })).toEqual(['apps/shop/src/made/gone.en.ts'])
  await writeModules(modules, { root, isCheck: false })
  expect(await readdir(made)).toEqual(['till.en.ts', 'till.fr.ts'])
})

it.each([
  ['is missing', () => rm(join(folder, 'till.fr.arb')), 'till.fr.arb is missing'],
  ['is not JSON', () => writeFile(join(folder, 'till.fr.arb'), '{'), /^till\.fr\.arb: .*JSON/],
  [
    'says another locale',
    () => write('till.fr.arb', { '@@locale': 'de', pay: 'Payer' }),
    'till.fr.arb: "@@locale" says de',
  ],
  ['lacks a message', () => write('till.fr.arb', { '@@locale': 'fr' }), 'till.fr.arb: pay is missing'],
])('a file that %s is reported with its name', async (_name, spoil, fault) => {
  await spoil()
  const { faults } = await compileFolder(folder)
  expect(faults).toEqual([expect.stringMatching(fault)])
})
