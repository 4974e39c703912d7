import { createBrowserAgent, formTo } from '@counterfoil/testkit/browser-agent'
import { DEMO_PASSWORD } from '#demo/demo-store.ts'
import { businessIdOn, signIn } from './harbour-client.ts'
import { REDIRECT_URI } from './provider-fixture.ts'

/** Signs in, chooses Northwind and allows, in a browser. Returns the address to which the provider redirects. */
export async function allowInBrowser(authorizeUrl: string, callback = REDIRECT_URI): Promise<URL> {
  const agent = createBrowserAgent()
  const form = await signIn(agent, await agent.visit(authorizeUrl), 'many@harbour.example', DEMO_PASSWORD)
  const answer = formTo(form, '/answer')
  const fields = { ...answer.fields, answer: 'allow', business: businessIdOn(form, 'Northwind Trading') }
  const { location = '' } = await agent.post(answer.action, fields, { from: form.url, stopAt: callback })
  if (!location.startsWith(callback)) throw new Error(`not back at the application: ${location}`)
  return new URL(location)
}
