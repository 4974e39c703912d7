import { until } from '@counterfoil/testkit/until'
import type { BrowserWindow, InputSource } from './browser-window.ts'

/** Actions of a person in a window, all by the visible content. */
export type Visitor = {
  open(url: string): Promise<void>
  /** Waits until the main heading contains this text. */
  readHeading(text: string): Promise<void>
  /** Waits until the element of a selector contains this text, and returns its full text. */
  read(selector: string, text: string): Promise<string>
  /** Presses the first button, link, option or summary with this text. */
  press(text: string): Promise<void>
  /** Types into the field with this label. */
  fill(label: string, text: string): Promise<void>
}

/** Returns the visible text of the element that `selector` finds; a loading element does not count. */
const READ = `
  const [selector, text] = arguments
  const said = [...document.querySelectorAll(selector)]
    .filter((element) => element.checkVisibility())
    .map((element) => element.innerText.replace(/\\s+/g, ' ').trim())
  return said.find((one) => one.includes(text)) ?? ''`

/** Returns the middle of the visible, uncovered control with `text`, once an app page is hydrated. */
const FIND = `
  const [selector, text] = arguments
  const says = (element) => (element.getAttribute('aria-label') ?? element.textContent).replace(/\\s+/g, ' ').trim()
  const found = [...document.querySelectorAll(selector)].filter((element) => element.checkVisibility())
  const element = found.find((one) => says(one) === text) ?? found.find((one) => says(one).includes(text))
  const isTakenOver = document.querySelector('#root') === null || document.querySelector('html[data-ready]') !== null
  if (element === undefined || document.readyState !== 'complete' || !isTakenOver) return ''
  element.scrollIntoView({ block: 'center', behavior: 'instant' })
  const { left, top, width, height } = element.getBoundingClientRect()
  const [x, y] = [Math.round(left + width / 2), Math.round(top + height / 2)]
  const above = document.elementFromPoint(x, y)
  return above !== null && (element.contains(above) || above.contains(element)) ? JSON.stringify([x, y]) : ''`

const PRESSABLE = 'button, a[href], summary, label'
const SETTLED_MS = 60_000

/** Creates a visitor who uses this window. */
export function createVisitor(window: BrowserWindow): Visitor {
  const see = (what: string, body: string, args: readonly string[]): Promise<string> =>
    // A page that is unloading does not answer; the next one does.
    until(what, async () => (await window.run(body, args)) || undefined, {
      withinMs: SETTLED_MS,
      everyMs: 50,
    }).catch(async (cause: unknown) => {
      const stood = await window.run(`return location.pathname + ': ' + document.body.innerText`, [])
      throw new Error(`${what}; there stood ${stood.replaceAll(/\s+/g, ' ').slice(0, 600)}`, { cause })
    })
  const read: Visitor['read'] = (selector, text) =>
    see(`“${text}” is read in ${selector}`, READ, [selector, text])
  const pressOne = async (selector: string, text: string): Promise<void> => {
    let at = ''
    // Late content may have moved it: press once two positions are equal.
    for (let before = ' '; at !== before;) {
      before = at
      at = await see(`“${text}” can be pressed`, FIND, [selector, text])
    }
    await window.perform([press(JSON.parse(at) as [number, number])])
  }
  return {
    open: (url) => window.open(url),
    readHeading: async (text) => void (await read('h1', text)),
    read,
    press: (text) => pressOne(PRESSABLE, text),
    async fill(label, text) {
      await pressOne('label', label)
      await window.perform([type(text)])
    },
  }
}

const press = ([x, y]: readonly [number, number]): InputSource => ({
  type: 'pointer',
  id: 'mouse',
  actions: [
    { type: 'pointerMove', x, y, duration: 0 },
    { type: 'pointerDown', button: 0 },
    { type: 'pointerUp', button: 0 },
  ],
})

const type = (text: string): InputSource => ({
  type: 'key',
  id: 'keyboard',
  actions: [...text].flatMap((value) => [
    { type: 'keyDown', value },
    { type: 'keyUp', value },
  ]),
})
