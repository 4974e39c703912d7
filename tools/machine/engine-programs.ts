import { readdir, readFile, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { macApplication, onPath, unpackProgram } from './machine-packages.ts'

/** A Firefox, which needs no screen, that is there already: the machine's, or one that was fetched for this checkout. */
export async function findFirefox(): Promise<string | undefined> {
  return (await onPath(['firefox-esr', 'firefox'])) ?? macApplication('Firefox.app/Contents/MacOS/firefox')
}

/** Fetches Firefox where there is none; without one, the test that needs it says that it was skipped. */
export async function provideFirefox(): Promise<string | undefined> {
  return (
    (await findFirefox()) ??
    unpackProgram('firefox-esr', {
      folder: 'firefox',
      packages: ['firefox-esr', 'fonts-liberation'],
      file: 'usr/lib/firefox-esr/firefox-esr',
      ...{ hasFonts: true, isRunInside: true },
    })
  )
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

const screenFromDebian = (): Promise<string | undefined> =>
  unpackProgram('Xvfb', {
    folder: 'screen',
    packages: ['xvfb', 'x11-xkb-utils', 'xkb-data'],
    file: 'usr/bin/Xvfb',
    probe: ['-help'],
    ...{ hasFonts: true, isRunInside: true },
    prepare: (unpacked) => lookBelowCwd(join(unpacked, 'usr/bin/Xvfb'), ['/usr/bin', '/usr/share/X11/xkb']),
  })

const WEBKIT_DRIVER = 'usr/bin/WebKitWebDriver'

const webKitFromDebian = (): Promise<string | undefined> =>
  unpackProgram('WebKitWebDriver', {
    folder: 'webkit',
    packages: ['webkit2gtk-driver', 'libwebkit2gtk-4.1-0', 'fonts-liberation'],
    file: WEBKIT_DRIVER,
    probe: ['--help'],
    ...{ hasFonts: true, isRunInside: true },
    prepare: prepareWebKit,
  })

async function prepareWebKit(unpacked: string): Promise<void> {
  const driver = join(unpacked, WEBKIT_DRIVER)
  const browser = /\0\/?(usr\/lib\/[^\0]+\/MiniBrowser)\0/.exec(await readFile(driver, 'latin1'))?.[1]
  if (browser === undefined) return
  const home = dirname(browser)
  await lookBelowCwd(driver, [`/${home}`])
  // The engine is a library; it starts the processes of its pages from the folder of its browser.
  const libraries = join(unpacked, dirname(home))
  for (const name of await readdir(libraries))
    if (name.startsWith(`lib${basename(home)}.so.`)) await lookBelowCwd(join(libraries, name), [`/${home}`])
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
