import { createBrowserAgent, formTo } from '@counterfoil/testkit/browser-agent'
import { describe, expect, it } from 'vitest'
import { DEMO_PASSWORD } from '#demo/demo-store.ts'
import {
  answer,
  backAt,
  businessIdOn,
  CALLBACK,
  consentPageOf,
  headingOf,
  signIn,
  type Harbour,
} from './harbour-client.ts'

/** Tests of answers to a prompt that are repeated, late, by another person, or from another site. */
export function oddAnswers(harbour: () => Harbour): void {
  describe('unusual answers to the consent page', () => {
    it('redirects a repeated answer to the same place: a double click', async () => {
      const { agent, page } = await consentPageOf(harbour(), 'many@harbour.example')
      const fields = {
        answer: 'allow',
        business: businessIdOn(page, 'Northwind Trading'),
        keep: 'see_products',
      }
      const [one, other] = await Promise.all([answer(agent, page, fields), answer(agent, page, fields)])
      expect(one.status).toBe(303)
      expect(one.location).toBe(other.location)
    })

    it('reports that it was answered if the second answer differs, and when the page is opened again', async () => {
      const { agent, page } = await consentPageOf(harbour(), 'many@harbour.example')
      await answer(agent, page, { answer: 'deny' })
      const second = await answer(agent, page, {
        answer: 'allow',
        business: businessIdOn(page, 'Northwind Trading'),
      })
      expect(headingOf(second)).toBe('You’ve already answered this')
      expect(second.status).toBe(400)
      expect(second.body).toContain('href="http://app.example/"')
      const opened = await agent.visit(page.url)
      expect(headingOf(opened)).toBe('You’ve already answered this')
    })

    it('stays on the page if the plan ends between display and click', async () => {
      await harbour().admin('user', 'create', '--email', 'late@harbour.example', '--password', DEMO_PASSWORD)
      const made = await harbour().admin(
        'business',
        'create',
        '--owner',
        'late@harbour.example',
        '--name',
        'Late Co',
      )
      await harbour().admin('business', 'create', '--owner', 'late@harbour.example', '--name', 'Spare Co')
      const { agent, page } = await consentPageOf(harbour(), 'late@harbour.example')
      const business = businessIdOn(page, 'Late Co')
      await harbour().admin('plan', 'set', '--business', String(made['id']), '--state', 'lapsed')
      const again = await answer(agent, page, { answer: 'allow', business })
      expect(again.status).toBe(422)
      expect(again.body).toContain('Late Co’s plan ended a moment ago. Choose another business.')
      expect(again.body).not.toContain('code=')
    })

    it('refuses a business id that was put into the form by hand', async () => {
      const { page: theirs } = await consentPageOf(harbour(), 'single@harbour.example')
      const foreign = businessIdOn(theirs, 'Okafor Plumbing &amp; Heating')
      for (const business of [foreign, '00000000-0000-4000-8000-000000000000', 'x', '']) {
        const { agent, page } = await consentPageOf(harbour(), 'many@harbour.example')
        const again = await answer(agent, page, { answer: 'allow', business })
        expect(again.status).toBe(422)
        expect(again.body).toContain('That business isn’t in this account.')
      }
    })

    it('refuses an answer from a page that was rendered for another person', async () => {
      const { agent, page } = await consentPageOf(harbour(), 'many@harbour.example')
      const signInPage = await agent.visit(page.url + '/sign-in?as=other')
      const other = await signIn(agent, signInPage, 'single@harbour.example')
      expect(other.body).toContain('single@harbour.example')

      const stale = await answer(agent, page, {
        answer: 'allow',
        business: businessIdOn(page, 'Northwind Trading'),
      })
      expect(headingOf(stale)).toBe('Something is missing')
      const tried = await agent.submit(stale, formTo(stale, '/answer'))
      // "Try again" only shows the page of the person who is signed in.
      expect(tried.status).toBe(200)
      expect(tried.body).toContain('<b>single@harbour.example</b>')
      expect(tried.body).toContain('Allow access')
    })

    it('changes nothing if the answer comes without a sign-in, or without the form’s token', async () => {
      const stranger = createBrowserAgent()
      const first = await stranger.visit(harbour().authorizeUrl())
      const path = first.url.replace('/sign-in', '')
      const early = await stranger.post(
        `${path}/answer`,
        { answer: 'allow', business: 'x' },
        { from: path, stopAt: CALLBACK },
      )
      expect(headingOf(early)).toBe('Sign in to Harbour')

      const { agent, page } = await consentPageOf(harbour(), 'single@harbour.example')
      for (const csrf of ['', 'a.b', 'AAAAAAAAAAAAAAAA.AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA']) {
        const refused = await answer(agent, page, { answer: 'allow', csrf })
        expect(refused.status).toBe(400)
        expect(headingOf(refused)).toBe('Something is missing')
      }
    })

    it('refuses an answer from another site, another origin and a null origin', async () => {
      const { agent, page } = await consentPageOf(harbour(), 'single@harbour.example')
      const form = formTo(page, '/answer')
      const body = new URLSearchParams({ ...form.fields, answer: 'allow' }).toString()
      const type = { 'content-type': 'application/x-www-form-urlencoded' }
      for (const headers of [
        { origin: 'http://evil.example' },
        { origin: 'null' },
        { origin: harbour().url, 'sec-fetch-site': 'cross-site' },
        { origin: harbour().url, 'sec-fetch-site': 'same-site' },
        { referer: 'http://evil.example/' },
        {},
      ]) {
        const refused = await agent.send('POST', form.action, { headers: { ...type, ...headers }, body })
        expect(refused.status).toBe(403)
        expect(headingOf(refused)).toBe('We stopped that to keep you safe')
      }
      const taken = await agent.send('POST', form.action, {
        headers: { ...type, origin: harbour().url },
        body,
      })
      expect(backAt(taken.location).get('code')).not.toBeNull()
    })

    it('explains blocked cookies instead of failing', async () => {
      const { agent, page } = await consentPageOf(harbour(), 'single@harbour.example')
      agent.clearCookies()
      const refused = await answer(agent, page, { answer: 'allow' })
      expect(refused.body).toContain(`Allow cookies for ${new URL(harbour().url).host} and press Try again.`)
    })
  })
}
