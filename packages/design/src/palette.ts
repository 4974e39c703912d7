/** The colours of the "ledger" look: one entry per role, never per hue. Values are `#rrggbb`. */
export interface Palette {
  /** The background of the page. */
  readonly page: string
  /** The background of a card, one step nearer to the reader. */
  readonly card: string
  readonly ink: string
  readonly muted: string
  /** Colour of decorative lines, which carry no meaning and need no contrast. */
  readonly hairline: string
  /** The outline of controls. */
  readonly control: string
  readonly accent: string
  readonly 'accent-hover': string
  /** Text on the accent colour. */
  readonly 'on-accent': string
  readonly focus: string
  readonly ok: string
  readonly warn: string
  readonly danger: string
  readonly info: string
  readonly 'accent-tint': string
  readonly 'warn-tint': string
  readonly 'danger-tint': string
  /** Money in and money out are blue and hatched orange, never green and red. */
  readonly 'money-in': string
  readonly 'money-out': string
  /** Ageing ramp, new to old; always outlined and labelled, since the first steps are faint. */
  readonly 'age-1': string
  readonly 'age-2': string
  readonly 'age-3': string
  readonly 'age-4': string
  readonly 'age-5': string
}

export type ColourRole = keyof Palette

export const LIGHT: Palette = {
  page: '#faf8f3',
  card: '#ffffff',
  ink: '#1a1f24',
  muted: '#59616a',
  hairline: '#ddd8cc',
  control: '#767c84',
  accent: '#0b5d56',
  'accent-hover': '#084741',
  'on-accent': '#ffffff',
  focus: '#1d4ed8',
  ok: '#1a6b3c',
  warn: '#8a5300',
  danger: '#b3261e',
  info: '#1b5fa6',
  'accent-tint': '#e4efec',
  'warn-tint': '#fbf0dc',
  'danger-tint': '#fbe9e7',
  'money-in': '#12436d',
  'money-out': '#d9541e',
  'age-1': '#bbd9d4',
  'age-2': '#7fb7af',
  'age-3': '#3f8f85',
  'age-4': '#0b5d56',
  'age-5': '#07332f',
}

/** The dark theme. Not an inversion: cards are lighter than the page, and every colour is chosen separately. */
export const DARK: Palette = {
  page: '#131619',
  card: '#1a1e22',
  ink: '#eceae4',
  muted: '#a5abb2',
  hairline: '#33393f',
  control: '#7f868e',
  accent: '#63cdbb',
  'accent-hover': '#86dccd',
  'on-accent': '#0b1513',
  focus: '#8ab4ff',
  ok: '#6ccb93',
  warn: '#f0b35a',
  danger: '#ff8a80',
  info: '#82b6f2',
  'accent-tint': '#15302c',
  'warn-tint': '#33260f',
  'danger-tint': '#3a1916',
  'money-in': '#a9cdf3',
  'money-out': '#e06f36',
  'age-1': '#24403c',
  'age-2': '#2f6a62',
  'age-3': '#3f9488',
  'age-4': '#63cdbb',
  'age-5': '#c5f2ea',
}

/** Changes for print: paper has no background colour. */
export const PRINT: Partial<Palette> = {
  page: '#ffffff',
  card: '#ffffff',
  ink: '#000000',
  muted: '#333333',
  hairline: '#999999',
  control: '#555555',
  accent: '#000000',
  'accent-hover': '#000000',
}

/** System colours for roles, for systems that choose the colours (`forced-colors`). */
export const FORCED: Partial<Record<ColourRole, string>> = {
  page: 'Canvas',
  card: 'Canvas',
  ink: 'CanvasText',
  muted: 'CanvasText',
  hairline: 'CanvasText',
  control: 'ButtonBorder',
  accent: 'LinkText',
  'accent-hover': 'LinkText',
  'on-accent': 'ButtonText',
  focus: 'Highlight',
  ok: 'CanvasText',
  warn: 'CanvasText',
  danger: 'CanvasText',
  info: 'CanvasText',
  'accent-tint': 'Canvas',
  'warn-tint': 'Canvas',
  'danger-tint': 'Canvas',
}
