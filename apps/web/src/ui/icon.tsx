/** The paths of nine icons in one style: 20 px, a stroke of 1.75. They are always beside a word, so hidden from screen readers. */
const PATHS = {
  connected: 'M4.5 10.5l3.5 3.5 7.5-8',
  needs_you: 'M10 3.2 17.6 16.4H2.4ZM10 8.2v4M10 14.2v.1',
  lock: 'M5 9h10v7.5H5ZM7 9V6.5a3 3 0 0 1 6 0V9',
  cloud: 'M6 15.5a3.5 3.5 0 0 1-.4-7A4.8 4.8 0 0 1 14.8 8a3.8 3.8 0 0 1-.3 7.5Z',
  pen: 'M4 16l.8-3.4L13 4.4l2.6 2.6-8.2 8.2Z',
  eye: 'M2 10s3-5.2 8-5.2S18 10 18 10s-3 5.2-8 5.2S2 10 2 10Zm8-2.2a2.2 2.2 0 1 1 0 4.4 2.2 2.2 0 0 1 0-4.4Z',
  copy: 'M7 7h9v9H7ZM4 13V4h9',
  arrow: 'M4 10h12M11 5l5 5-5 5',
  off: 'M5 5l10 10M15 5 5 15',
} as const

export type IconName = keyof typeof PATHS

export function Icon(props: { readonly name: IconName }) {
  return (
    <svg className="icon" viewBox="0 0 20 20" width="20" height="20" aria-hidden="true" focusable="false">
      <path d={PATHS[props.name]} />
    </svg>
  )
}

/** Shows the app's mark: a stub beside its slip. */
export function Mark() {
  return (
    <svg className="mark" viewBox="0 0 28 20" width="28" height="20" aria-hidden="true" focusable="false">
      <path d="M3 1.5h22a1.5 1.5 0 0 1 1.5 1.5v14a1.5 1.5 0 0 1-1.5 1.5H3A1.5 1.5 0 0 1 1.5 17V3A1.5 1.5 0 0 1 3 1.5Z" />
      <path d="M9.5 2v16" strokeDasharray="2 2.4" />
      <path d="M14 7h8M14 11.4h8M14 13.6h8" />
    </svg>
  )
}
