import { formTo } from '@counterfoil/testkit/browser-agent'
import { REDIRECT_URI } from '#testing/provider-fixture.ts'
import { STORED_PAGE_MS } from '#pages/stored-page-store.ts'
import { type Answer, type Fields, type Opened, world } from './open-form.ts'
import { FORMS } from './forms.ts'

/** Returns the answer to the post itself, without following redirects. */
export function post({ agent, page, path }: Opened, fields: Fields) {
  return agent.send('POST', world.provider.base + path, {
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      origin: world.provider.base,
      'sec-fetch-site': 'same-origin',
      referer: page.url,
    },
    body: new URLSearchParams({ ...formTo(page, path).fields, ...fields }).toString(),
  })
}

/** Sends the form of each of `routes` with valid fields, with each set of invalid fields, and after it is stale. */
export async function walkForms(routes: readonly string[]): Promise<readonly Answer[]> {
  const answers: Answer[] = []
  for (const [route, opening] of Object.entries(FORMS).filter(([path]) => routes.includes(path))) {
    const first = await opening()
    const { right, wrong } = first
    const tries: readonly (readonly [Answer['kind'], Fields])[] = [
      ['right', right],
      ['stale', { ...right, csrf: 'stale' }],
      ...wrong.map((fields) => ['wrong', fields] as const),
    ]
    for (const [kind, fields] of tries) {
      const form = kind === 'right' ? first : await opening()
      const { status, location = '' } = await post(form, fields)
      const visit = async (address: string) =>
        address.startsWith(world.provider.base)
          ? form.agent.visit(address, { stopAt: REDIRECT_URI })
          : undefined
      const shown = await visit(location)
      world.provider.advance(STORED_PAGE_MS)
      const late = await visit(shown?.url ?? '')
      world.provider.advance(-STORED_PAGE_MS)
      answers.push({ route, kind, fields, status, location, before: form.page, shown, late })
    }
  }
  return answers
}
