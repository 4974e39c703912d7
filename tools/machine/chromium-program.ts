import { access, mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fetchLocked } from './locked-programs.ts'
import { aptUnpack, CACHE, isExecutable, libraryFolders, outputOf, wrap } from './machine-packages.ts'
import { bin } from '../step.ts'

/** One that lacks a library of the machine ends at once. */
export async function runs(path: string, probe: readonly string[] = ['--version']): Promise<boolean> {
  return (await outputOf(path, probe)) !== undefined
}

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

/** A page without any font has no text that could be seen: where the machine has none, those that came along. */
export async function ownFonts(folder: string, fonts: string): Promise<Readonly<Record<string, string>>> {
  if (await isReadable('/etc/fonts/fonts.conf')) return {}
  const file = join(folder, 'fonts.conf')
  const settings = `<dir>${fonts}</dir><cachedir>${join(folder, 'fonts-cache')}</cachedir>`
  await writeFile(file, `<?xml version="1.0"?><fontconfig>${settings}</fontconfig>`)
  return { FONTCONFIG_FILE: file }
}

async function isReadable(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  )
}

/** Debian's whole Chromium with the libraries it lacks here, unpacked for this checkout. */
export async function chromiumFromDebian(): Promise<string | undefined> {
  const unpacked = await aptUnpack('chromium', ['chromium', 'chromium-common', 'fonts-liberation'])
  if (unpacked === undefined) return undefined
  const program = join(unpacked, 'usr', 'lib', 'chromium', 'chromium')
  if (!(await isExecutable(program))) return undefined
  const wrapped = await wrap(join(CACHE, 'bin', 'chromium'), program, {
    ...(await ownFonts(unpacked, join(unpacked, 'usr', 'share', 'fonts'))),
    LD_LIBRARY_PATH: await libraryFolders(unpacked),
  })
  if (await runs(wrapped)) return wrapped
  await rm(wrapped, { force: true })
  return undefined
}

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
