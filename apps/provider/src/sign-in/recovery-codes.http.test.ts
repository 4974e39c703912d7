import { type AgentAnswer, type BrowserAgent, formTo } from '@counterfoil/testkit/browser-agent'
import { type MailServer, startMailServer } from '@counterfoil/testkit/mail-server'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readTypedCode } from '#second-factor/codes.ts'
import { headingOf } from '#testing/harbour-client.ts'
import { MANY } from '#testing/provider-fixture.ts'
import {
  codeOf,
  recoveryCodesOn,
  start,
  STEP_MS,
  turnOn,
  typeCode,
  typePassword,
  visit,
  WINDOW_MS,
  world,
} from './testing/second-step-fixture.ts'

describe('new recovery codes', () => {
  let mails: MailServer
  beforeAll(async () => {
    mails = await startMailServer()
    world.provider = await start({
      env: { PROVIDER_SMTP_URL: mails.url, PROVIDER_MAIL_FROM: 'accounts@harbour.example' },
    })
  })
  afterAll(async () => {
    await world.provider.close()
    await mails.close()
  })

  const RENEW = '/security/recovery-codes'
  async function renew(agent: BrowserAgent, code: string): Promise<AgentAnswer> {
    const page = await visit(agent, RENEW)
    const { action, fields } = formTo(page, RENEW)
    return agent.post(action, { ...fields, code }, { from: page.url })
  }

  it('are created with a code, shown once, and replace the old ones; the owner is notified by mail', async () => {
    const { key, codes: before } = await turnOn()
    const { agent, page } = await typePassword()
    await typeCode(agent, page, codeOf(key))
    world.provider.advance(STEP_MS)
    expect((await visit(agent, '/security')).body).toContain(`href="${RENEW}"`)
    expect((await renew(agent, '')).body).toContain('Enter the code<')
    const wrong = await renew(agent, '000000')
    expect(wrong.status).toBe(422)
    expect(wrong.body).toContain('That code isn’t right')
    expect(await world.provider.deps.secondFactors.find(MANY)).toMatchObject({ recoveryCodesLeft: 10 })

    const made = await renew(agent, codeOf(key))
    expect(headingOf(made)).toBe('Your new recovery codes')
    expect(made.body).toContain('The earlier ones no longer work.')
    const codes = recoveryCodesOn(made)
    expect(new Set([...codes, ...before]).size).toBe(20)
    expect(headingOf(await agent.visit(made.url))).toBe('How you sign in')
    const { secondFactors } = world.provider.deps
    const takes = (code: string) => secondFactors.take(MANY, readTypedCode(code))
    expect(await Promise.all(before.map(takes))).not.toContain(true)
    // A new recovery code can be used to create the next ones.
    expect(headingOf(await renew(agent, codes[0] ?? ''))).toBe('Your new recovery codes')
    expect(await takes(codes[1] ?? '')).toBe(false)

    await world.provider.deps.accountMail?.sendDue()
    const mail = mails.received.find(({ headers }) => headers.get('subject')?.startsWith('New recovery'))
    expect(mail?.headers.get('subject')).toBe('New recovery codes for your Harbour account')
    expect(JSON.stringify(mails.received)).not.toContain(codes[1]?.slice(0, 9) ?? '')
  })

  it('require the password again if it was typed too long ago', async () => {
    const { key } = await turnOn()
    const { agent, page } = await typePassword()
    await typeCode(agent, page, codeOf(key))
    world.provider.advance(WINDOW_MS)
    expect(headingOf(await visit(agent, RENEW))).toBe('Enter your password to continue.')
  })

  it('are ten, even if several pages request them at once', async () => {
    await turnOn()
    const { secondFactors } = world.provider.deps
    const made = await Promise.all([1, 2, 3].map(() => secondFactors.renewRecoveryCodes(MANY)))
    expect(made.map((codes) => codes?.length)).toEqual([10, 10, 10])
    expect(await secondFactors.find(MANY)).toMatchObject({ recoveryCodesLeft: 10 })
  })

  it('are not created for an account without codes from an app', async () => {
    await world.provider.deps.secondFactors.remove(MANY)
    const { agent } = await typePassword()
    expect(headingOf(await visit(agent, RENEW))).toBe('How you sign in')
    expect(await world.provider.deps.secondFactors.renewRecoveryCodes(MANY)).toBeUndefined()
  })
})
