import { EventEmitter } from 'node:events'
import { describe, expect, it } from 'vitest'
import type { Boot, FirstAnswer, FirstQuery, PageSink } from '@counterfoil/bff-api/session'
import { sampleOverview } from '#figures/sample-overview.ts'
import { sampleBoot, sampleConnection, signedInSession } from '#testing/samples.ts'
import { render, renderLate } from '../render.tsx'
import { holdPage } from './late-page.ts'

const connection = sampleConnection({ businessName: 'Café Nordlicht' })
const query: FirstQuery = {
  ...{ connectionId: connection.id, version: connection.version },
  ...{ kind: 'figures', operationName: 'overview', variables: {} },
}
const answer: FirstAnswer = { ...query, readAt: '2026-11-20T12:00:00.000Z', data: { ...sampleOverview() } }
const bootWith = (first: Pick<Boot, 'firstAnswer' | 'firstQuery'>): Boot => ({
  ...sampleBoot(signedInSession([connection])),
  ...first,
})

/** Renders a page with late figures, and records everything written to the response. */
async function openHome(late: Promise<FirstAnswer | undefined>) {
  const page = await renderLate({
    ...{ url: '/', boot: bootWith({ firstQuery: query }), nonce: 'n', late },
    onError(error) {
      throw error
    },
  })
  const parts: string[] = ['']
  const ended = Promise.withResolvers<void>()
  const sink: PageSink = Object.assign(new EventEmitter(), {
    write(chunk: string | Uint8Array) {
      parts[parts.length - 1] += typeof chunk === 'string' ? chunk : Buffer.from(chunk).toString()
      return true
    },
    flush: () => void parts.push(''),
    end: ended.resolve,
  })
  return { page, sink, parts, ended: ended.promise }
}

describe('the first part of a page whose figures are late', () => {
  it('contains the heading, and equals the beginning of the complete page', async () => {
    const { page } = await openHome(new Promise(() => undefined))
    expect(page.beginning).toMatch(/<h1[^>]*>Café Nordlicht<\/h1>$/)
    for (const first of [{ firstAnswer: answer }, {}])
      expect(render({ url: '/', boot: bootWith(first) }).html.startsWith(page.beginning)).toBe(true)
  })

  it('is followed by the placeholder, and then by the figures', async () => {
    const { promise, resolve } = Promise.withResolvers<FirstAnswer | undefined>()
    const { page, sink, parts, ended } = await openHome(promise)
    page.pipe(sink)
    const [shown = ''] = parts
    expect(shown).toMatch(/^<!--\$\?--><template id="B:0"><\/template>/)
    expect(shown).not.toContain('<h1')
    resolve(answer)
    await ended
    expect(parts.slice(1).join('')).toMatch(/<div hidden id="S:0">[\s\S]*class="lede"/)
  })

  it('is empty if no part is late: the complete page follows', () => {
    const page = holdPage((sink) => {
      sink.write(new TextEncoder().encode('<h1>Ca'))
      sink.write('fé</h1>')
      sink.flush()
      sink.end()
    })
    const written: string[] = []
    page.pipe({
      write: (chunk) => written.push(String(chunk)) > 0,
      flush: () => void written.push('flush'),
      end: () => void written.push('end'),
      on: () => undefined,
    })
    expect(page.beginning).toBe('')
    expect(written).toEqual(['<h1>Café</h1>', 'flush', 'end'])
  })
})
