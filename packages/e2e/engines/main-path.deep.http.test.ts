import { startStackProcess } from '@counterfoil/testkit/stack-process'
import type { Stack } from '@counterfoil/testkit/start-stack'
import { findFirefox, findWebKit } from '@counterfoil/tools/machine/engine-programs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { BrowserWindow } from './browser-window.ts'
import { openFirefox } from './firefox-window.ts'
import { createVisitor, type Visitor } from './visitor.ts'
import { openWebKit } from './webkit-window.ts'

const [firefox, webKit] = [await findFirefox(), await findWebKit()]

describe.runIf(firefox !== undefined || webKit !== undefined)(
  'connecting, figures, a list, a form, reconnecting and disconnecting',
  () => {
    let stack: Stack
    beforeAll(async () => {
      stack = await startStackProcess({ provider: { PROVIDER_SEED: 'demo' } })
    })
    afterAll(() => stack.close())

    const walk = async (window: BrowserWindow, business: string): Promise<void> => {
      const toldBefore = await stack.logs()
      try {
        await window.resize({ width: 1280, height: 900 })
        const place = { visitor: createVisitor(window), appUrl: stack.appUrl, business }
        await connect(place)
        await look(place)
        await reconnect(place)
        await disconnect(place)
      } finally {
        await window.close()
      }
      // Reports of the page itself: script errors and policy violations.
      const told = (await stack.logs()).slice(toldBefore.length).split('\n')
      expect(told.filter((line) => line.includes('"browser.report"'))).toEqual([])
    }

    it.skipIf(firefox === undefined)('work in Firefox (skipped where there is none)', async () => {
      await walk(await openFirefox(firefox ?? ''), 'Northwind Trading')
    })

    it.skipIf(webKit === undefined)('work in WebKitGTK (skipped where there is none)', async () => {
      await walk(await openWebKit(webKit ?? { driver: '', screen: '' }), 'Harbour Lane Bakery')
    })
  },
)

type Place = { readonly visitor: Visitor; readonly appUrl: string; readonly business: string }

async function connect({ visitor, appUrl, business }: Place): Promise<void> {
  await visitor.open(appUrl)
  await visitor.press('Connect a business')
  await visitor.readHeading('Sign in to Harbour')
  await visitor.fill('Email', 'many@harbour.example')
  await visitor.fill('Password', 'harbour-demo')
  await visitor.press('Sign in')
  await visitor.readHeading('Let Counterfoil see your business?')
  await visitor.press(business)
  await visitor.press('Allow access')
  await visitor.readHeading(`Connected to ${business}`)
}

/** The text after which content below no longer moves. */
const READ = 'Read from Harbour just now.'

async function look({ visitor, appUrl, business }: Place): Promise<void> {
  await visitor.read('main', READ)
  await visitor.press('See overview')
  await visitor.readHeading(business)
  expect(await visitor.read('.lede', 'You have')).toMatch(/You have (US)?\$[\d,]+/)
  await visitor.press('More charts')
  await visitor.read('h2', 'Assets and debts')
  await visitor.press('Invoices')
  await visitor.press('Late')
  expect(await visitor.read('tbody tr', 'late')).toMatch(/\d+ days? late/)
  await visitor.open(`${appUrl}/invoices/new`)
  await visitor.fill('Number (optional)', '4711')
  await visitor.read('main', 'Line 1')
}

async function reconnect({ visitor, appUrl, business }: Place): Promise<void> {
  await visitor.open(`${appUrl}/settings/connection`)
  await visitor.read('main', READ)
  await visitor.press('Having trouble?')
  await visitor.press(`Reconnect ${business}`)
  await visitor.readHeading(`Still connected to ${business}`)
}

async function disconnect({ visitor, appUrl, business }: Place): Promise<void> {
  await visitor.open(`${appUrl}/settings/connection`)
  await visitor.read('main', READ)
  await visitor.press(`Disconnect ${business}`)
  await visitor.readHeading(`Disconnect ${business}?`)
  await visitor.press(`Disconnect ${business}`)
  await visitor.readHeading(`Disconnected from ${business}`)
  await visitor.read('main', 'Harbour has confirmed it.')
}
