import { TEST_OPERATIONS } from './test-operations.ts'
import type { WebBuild } from '@counterfoil/bff-app/pages/web-build-files'

/** Returns a replacement of the built web app for tests of other things: a page contains only its boot data as JSON. */
export function emptyWebBuild(): WebBuild {
  return {
    files: new Map(),
    operations: TEST_OPERATIONS,
    id: 'test-build',
    async renderLate() {
      return {
        beginning: '',
        pipe(sink) {
          sink.flush()
          sink.end()
        },
      }
    },
    render: () => ({ html: '', title: 'Counterfoil', status: 200 }),
    describePage: () => ({ title: 'Counterfoil', status: 200 }),
    findFirstQuery: () => undefined,
    readFigures: () => undefined,
    renderLetter: ({ business, home, stop }) => ({
      subject: `Letter ${business}`,
      html: `<a href="${home}">`,
      text: stop,
    }),
    fillTemplate: ({ boot }) => {
      const data = JSON.stringify(boot).replaceAll('<', '\\u003c')
      const after = `<script type="application/json" id="boot">${data}</script>`
      // As in the app: the head may be sent before the data for the page's script are known.
      return { head: '<!doctype html>', before: '', after, start: '', end: '' }
    },
  }
}
