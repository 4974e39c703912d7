/** Under the picture, for whose figures these are and of which day. */
const FOOT_HEIGHT = 40
/** Pixels of the image for one of the page. */
const SCALE = 2
/** What stands in a picture for people who act, not for those who look. */
const LEFT_OUT = '.picture-foot, .visually-hidden, [role="slider"] button'

/**
 * Paints a picture as it stands on the page, at twice its size: every text where its words are, every shape by its own geometry.
 * Not by way of an SVG image, which loses typefaces in Safari.
 *
 * @param section The picture, with its heading, its sentence and its source.
 * @param foot Stands under it.
 */
export function drawImage(section: HTMLElement, foot: string): HTMLCanvasElement {
  const box = section.getBoundingClientRect()
  const canvas = document.createElement('canvas')
  canvas.width = Math.ceil(box.width * SCALE)
  canvas.height = Math.ceil((box.height + FOOT_HEIGHT) * SCALE)
  const context = canvas.getContext('2d')
  if (context === null) throw new Error('a browser without a canvas')
  const frame = new DOMMatrix().scale(SCALE).translate(-box.left, -box.top)
  context.setTransform(frame)
  context.fillStyle = getComputedStyle(document.body).backgroundColor
  context.fillRect(box.left, box.top, box.width, box.height + FOOT_HEIGHT)
  const elements = [section, ...section.querySelectorAll('*')].filter(
    (element) => element.checkVisibility() && element.closest(LEFT_OUT) === null,
  )
  for (const element of elements) {
    if (element instanceof SVGGeometryElement) drawShape(context, { shape: element, frame })
    else if (element instanceof HTMLElement) drawBox(context, { element, frame })
  }
  context.setTransform(frame)
  for (const element of elements) if (element instanceof HTMLElement) drawTexts(context, element)
  context.fillText(foot, box.left + FOOT_HEIGHT / 2, box.bottom + FOOT_HEIGHT * 0.6)
  return canvas
}

function drawBox(
  context: CanvasRenderingContext2D,
  { element, frame }: { readonly element: HTMLElement; readonly frame: DOMMatrix },
): void {
  const style = getComputedStyle(element)
  const { left, top, width, height, bottom } = element.getBoundingClientRect()
  context.setTransform(frame)
  context.fillStyle = style.backgroundColor
  context.fillRect(left, top, width, height)
  const above = Number.parseFloat(style.borderTopWidth)
  const below = Number.parseFloat(style.borderBottomWidth)
  context.fillStyle = style.borderTopColor
  if (above > 0) context.fillRect(left, top, width, above)
  context.fillStyle = style.borderBottomColor
  // A double rule is two thin ones.
  const rules = style.borderBottomStyle === 'double' ? [bottom - below, bottom - below / 3] : [bottom - below]
  for (const y of rules) if (below > 0) context.fillRect(left, y, width, below / (2 * rules.length - 1))
}

function drawShape(
  context: CanvasRenderingContext2D,
  { shape, frame }: { readonly shape: SVGGeometryElement; readonly frame: DOMMatrix },
): void {
  const place = shape.getScreenCTM()
  if (place === null) return
  const style = getComputedStyle(shape)
  const path = new Path2D()
  path.addPath(new Path2D(pathOf(shape)), place)
  context.setTransform(frame)
  context.globalAlpha = Number(style.opacity)
  // A pattern is painted as its own outline.
  if (style.fill !== 'none' && !style.fill.startsWith('url')) {
    context.fillStyle = style.fill
    context.globalAlpha *= Number(style.fillOpacity)
    context.fill(path)
  }
  context.globalAlpha = Number(style.opacity)
  if (style.stroke !== 'none') {
    context.strokeStyle = style.stroke
    context.lineWidth = Number.parseFloat(style.strokeWidth)
    context.lineCap = style.strokeLinecap === 'round' ? 'round' : 'butt'
    context.setLineDash(
      style.strokeDasharray === 'none' ? [] : style.strokeDasharray.split(',').map(Number.parseFloat),
    )
    context.stroke(path)
    context.setLineDash([])
  }
  context.globalAlpha = 1
}

/** The outline of the kinds of shapes that our pictures are made of. */
function pathOf(shape: SVGGeometryElement): string {
  const numberOf = (name: string) => Number(shape.getAttribute(name) ?? 0)
  switch (shape.tagName) {
    case 'rect':
      return `M${numberOf('x')} ${numberOf('y')}h${numberOf('width')}v${numberOf('height')}h${-numberOf('width')}z`
    case 'line':
      return `M${numberOf('x1')} ${numberOf('y1')}L${numberOf('x2')} ${numberOf('y2')}`
    case 'circle': {
      const radius = numberOf('r')
      const arc = `a${radius} ${radius} 0 1 0`
      return `M${numberOf('cx') - radius} ${numberOf('cy')}${arc} ${2 * radius} 0${arc} ${-2 * radius} 0`
    }
    case 'polyline':
    case 'polygon':
      return `M${shape.getAttribute('points') ?? '0 0'}${shape.tagName === 'polygon' ? 'z' : ''}`
    default:
      return shape.getAttribute('d') ?? ''
  }
}

/** Word by word, so that lines break where they break on the page. */
function drawTexts(context: CanvasRenderingContext2D, element: HTMLElement): void {
  const style = getComputedStyle(element)
  context.fillStyle = style.color
  context.font = `${style.fontStyle} ${style.fontWeight} ${style.fontSize} ${style.fontFamily}`
  context.textBaseline = 'alphabetic'
  const range = document.createRange()
  for (const node of element.childNodes) {
    if (!(node instanceof Text)) continue
    for (const { 0: word, index } of node.data.matchAll(/\S+/g)) {
      range.setStart(node, index)
      range.setEnd(node, index + word.length)
      const { left, top, height } = range.getBoundingClientRect()
      const { fontBoundingBoxAscent: ascent, fontBoundingBoxDescent: descent } = context.measureText(word)
      context.fillText(word, left, top + (height - ascent - descent) / 2 + ascent)
    }
  }
}
