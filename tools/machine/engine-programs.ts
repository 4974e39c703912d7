import { readdir, readFile, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { ownFonts, runs } from './chromium-program.ts'
import { aptUnpack, CACHE, isExecutable, libraryFolders, onPath, wrap } from './machine-packages.ts'

/** Firefox, which needs no screen. */
const FIREFOX_NAMES = ['firefox-esr', 'firefox'] as const
const MAC_FIREFOX = '/Applications/Firefox.app/Contents/MacOS/firefox'

/** A Firefox that is there already: the machine's, or one that was fetched for this checkout. */
export async function findFirefox(): Promise<string | undefined> {
  const found = await onPath(FIREFOX_NAMES)
  if (found !== undefined) return found
  return process.platform === 'darwin' && (await isExecutable(MAC_FIREFOX)) ? MAC_FIREFOX : undefined
}

/** Fetches Firefox where there is none; without one, the test that needs it says that it was skipped. */
export async function provideFirefox(): Promise<string | undefined> {
  return (await findFirefox()) ?? firefoxFromDebian()
}

async function firefoxFromDebian(): Promise<string | undefined> {
  const unpacked = await aptUnpack('firefox', ['firefox-esr', 'fonts-liberation'])
  if (unpacked === undefined) return undefined
  const program = join(unpacked, 'usr', 'lib', 'firefox-esr', 'firefox-esr')
  return offer('firefox-esr', program, unpacked)
}

/** The driver of WebKitGTK, which starts its small browser, and the server of the screen that the browser wants. */
export type WebKitPrograms = { readonly driver: string; readonly screen: string }

/** A WebKitGTK that is there already: the machine's, or one that was fetched for this checkout. */
export async function findWebKit(): Promise<WebKitPrograms | undefined> {
  const driver = await onPath(['WebKitWebDriver'])
  const screen = await onPath(['Xvfb'])
  return driver === undefined || screen === undefined ? undefined : { driver, screen }
}

/** Fetches WebKitGTK where there is none; without one, the test that needs it says that it was skipped. */
export async function provideWebKit(): Promise<WebKitPrograms | undefined> {
  if ((await onPath(['Xvfb'])) === undefined) await screenFromDebian()
  if ((await onPath(['WebKitWebDriver'])) === undefined) await webKitFromDebian()
  return findWebKit()
}

async function screenFromDebian(): Promise<string | undefined> {
  const unpacked = await aptUnpack('screen', ['xvfb', 'x11-xkb-utils', 'xkb-data'])
  if (unpacked === undefined) return undefined
  const program = join(unpacked, 'usr', 'bin', 'Xvfb')
  await lookBelowCwd(program, ['/usr/bin', '/usr/share/X11/xkb'])
  return offer('Xvfb', program, unpacked, ['-help'])
}

async function webKitFromDebian(): Promise<string | undefined> {
  const unpacked = await aptUnpack('webkit', ['webkit2gtk-driver', 'libwebkit2gtk-4.1-0', 'fonts-liberation'])
  if (unpacked === undefined) return undefined
  const driver = join(unpacked, 'usr', 'bin', 'WebKitWebDriver')
  const browser = /\/(usr\/lib\/[^\0]+\/MiniBrowser)\0/.exec(await readFile(driver, 'latin1'))?.[1]
  if (browser === undefined || !(await isExecutable(join(unpacked, browser)))) return undefined
  const home = dirname(browser)
  await lookBelowCwd(driver, [`/${home}`])
  // The engine is a library; it starts the processes of its pages from the folder of its browser.
  const libraries = join(unpacked, dirname(home))
  for (const name of await readdir(libraries))
    if (name.startsWith(`lib${basename(home)}.so.`)) await lookBelowCwd(join(libraries, name), [`/${home}`])
  return offer('WebKitWebDriver', driver, unpacked, ['--help'])
}

/** Makes an unpacked program one of this checkout's, if it can run with the libraries that came with it. */
async function offer(
  name: string,
  program: string,
  unpacked: string,
  probe: readonly string[] = ['--version'],
): Promise<string | undefined> {
  const env = {
    ...(await ownFonts(unpacked, join(unpacked, 'usr', 'share', 'fonts'))),
    LD_LIBRARY_PATH: await libraryFolders(unpacked),
  }
  const trial = await wrap(join(unpacked, 'trial'), program, env, unpacked)
  return (await runs(trial, probe)) ? wrap(join(CACHE, 'bin', name), program, env, unpacked) : undefined
}

/**
 * Debian's programs find others by their full path. In an unpacked copy, those that begin with one of `paths` are found
 * below the folder that the program runs in: what is in the file becomes relative, one character shorter.
 */
async function lookBelowCwd(file: string, paths: readonly string[]): Promise<void> {
  const bytes = await readFile(file)
  for (const path of paths) {
    for (let at = bytes.indexOf(`\0${path}`); at !== -1; at = bytes.indexOf(`\0${path}`, at + 1)) {
      const end = bytes.indexOf(0, at + 1)
      bytes.copyWithin(at + 1, at + 2, end + 1)
    }
  }
  await writeFile(file, bytes)
}
