import type { PartWords } from '#words/part-words.ts'

const DEVICES = ['iPhone', 'iPad', 'Mac']

/** A browser and its system in the words of the page; the BFF names both in English: "Firefox on Linux". */
export function deviceWords(device: string, words: PartWords['leaving']['signIns']): string {
  if (device === 'Unknown browser') return words.unknownBrowser
  const [browser = '', system] = device.split(' on ')
  if (system === undefined) return browser
  const name = browser === 'A browser' ? words.someBrowser : browser
  return (DEVICES.includes(system) ? words.onDevice : words.onSystem)(name, system)
}
