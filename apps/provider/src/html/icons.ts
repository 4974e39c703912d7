import { trustedHtml, type Html } from './html.ts'

const icon = (paths: string): Html =>
  trustedHtml(
    `<svg aria-hidden="true" width="20" height="20" viewBox="0 0 20 20" fill="none" stroke="currentColor" stroke-width="1.75" stroke-linecap="round" stroke-linejoin="round">${paths}</svg>`,
  )

/** A decorative icon. A text is always beside it. */
export const PEN_ICON = icon(
  '<path d="M3.5 16.5l.8-3.3L13.4 4.100a1.300 1.300 0 0 1 1.900 0l.6.6a1.300 1.300 0 0 1 0 1.900L6.800 15.700z"/>',
)
export const ARROW_ICON = icon('<path d="M4 10h12M11 5l5 5-5 5"/>')

/** Harbour's logo: a swell between two moles. People see by it that they are on Harbour's pages. */
export const HARBOUR_MARK = trustedHtml(
  '<svg aria-hidden="true" width="28" height="28" viewBox="0 0 28 28" fill="none" stroke="currentColor" stroke-width="2.25" stroke-linecap="round"><path d="M3.500 11.500c3.500-4.500 7-4.500 10.500-1.500s7 3 10.500-1.500"/><path d="M3.500 19.500c3.500-4.500 7-4.500 10.500-1.500s7 3 10.500-1.500"/></svg>',
)

/** The same logo as favicon, in a `data:` address so that it costs no request. */
export const FAVICON =
  'data:image/svg+xml,' +
  encodeURIComponent(
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 28 28"><rect width="28" height="28" rx="7" fill="#0b5d56"/><path d="M5 11.500c3-4 6-4 9-1.300s6 2.600 9-1.300M5 19c3-4 6-4 9-1.300s6 2.600 9-1.300" fill="none" stroke="#fff" stroke-width="2.250" stroke-linecap="round"/></svg>',
  )
