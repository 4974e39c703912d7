import { readdir, readFile, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { macApplication, onPath, unpackProgram } from './machine-packages.ts'

/** Returns a headless Firefox that is on the machine or was fetched for this checkout. */
export async function findFirefox(): Promise<string | undefined> {
  return (await onPath(['firefox-esr', 'firefox'])) ?? macApplication('Firefox.app/Contents/MacOS/firefox')
}

/** Fetches Firefox if there is none. Without Firefox the test that needs it is reported as skipped. */
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

/** The paths of WebKitGTK's driver, which starts its small browser, and of the display server that the browser needs. */
export type WebKitPrograms = { readonly driver: string; readonly screen: string }

/** Returns a WebKitGTK that is on the machine or was fetched for this checkout. */
export async function findWebKit(): Promise<WebKitPrograms | undefined> {
  const driver = await onPath(['WebKitWebDriver'])
  const screen = await onPath(['Xvfb'])
  return driver === undefined || screen === undefined ? undefined : { driver, screen }
}

/** Fetches WebKitGTK if there is none. Without WebKitGTK the test that needs it is reported as skipped. */
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
  // The engine is a library; it starts page processes from the folder of its browser.
  const libraries = join(unpacked, dirname(home))
  for (const name of await readdir(libraries))
    if (name.startsWith(`lib${basename(home)}.so.`)) await lookBelowCwd(join(libraries, name), [`/${home}`])
}

/**
 * Changes an unpacked Debian program, which finds other programs by absolute paths: those that begin with one of `paths` become
 * relative to the working directory. A relative path is one character shorter.
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
