import { type CsvField, csvFileName, printCsv } from '#lists/csv.ts'

interface About {
  readonly title: string
  readonly business: string
  /** The ISO day of the figures. */
  readonly day: string
  readonly currency: string
  readonly currencyTitle: string
}

/** Saves a picture in its present form: its table as CSV with a currency column, or its drawing as PNG. */
export function savePicture(section: HTMLElement, about: About): void {
  const { title, business, day } = about
  const csvName = csvFileName({ business, list: title, day })
  const table = section.querySelector('table')
  if (table !== null) {
    const text = encodeURIComponent(csvOf(table, about))
    save({ name: csvName, href: `data:text/csv;charset=utf-8,${text}` })
    return
  }
  save({
    name: csvName.replace(/csv$/, 'png'),
    href: drawImage(section, `${business} · ${day}`).toDataURL('image/png'),
  })
}

function csvOf(table: HTMLTableElement, { currency, currencyTitle }: About): string {
  const [head, ...lines] = [...table.rows].map((row) => [...row.cells])
  const names = (head ?? []).map((cell) => cell.textContent.trim())
  const hasAmounts = table.querySelector('td data') !== null
  const own: readonly CsvField[] = hasAmounts ? [{ value: currency }] : []
  return printCsv(
    [...names, ...(hasAmounts ? [currencyTitle] : [])],
    lines.map((cells) => [...cells.map(fieldOf), ...own]),
  )
}

/** Returns a table cell as a field: amounts and days in machine form, other text unchanged. */
function fieldOf(cell: HTMLTableCellElement): CsvField {
  const amount = cell.querySelector('data')?.value
  const day = cell.querySelector('time')?.dateTime
  const value = amount ?? day
  return value === undefined ? { text: cell.textContent.trim() } : { value }
}

function save({ name, href }: { readonly name: string; readonly href: string }): void {
  Object.assign(document.createElement('a'), { href, download: name }).click()
}

/** The height of the line under the picture with the business and the day of the figures. */
const FOOT_HEIGHT = 40
/** The pixels of the image per CSS pixel of the page. */
const SCALE = 2
/** The parts of a picture that are not painted: controls and hidden elements. */
const LEFT_OUT = '.picture-foot, .visually-hidden, defs'
/** The distance between two lines of a hatching. */
const HATCH_STEP = 8

/**
 * Paints a picture as it is on the page, at twice its size: every text at its position, every shape by its own geometry. It does
 * not use an SVG image, which loses typefaces in Safari.
 *
 * @param section The picture, with its heading, its sentence and its source.
 * @param foot The line under the picture.
 */
function drawImage(section: HTMLElement, foot: string): HTMLCanvasElement {
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
  for (const element of elements) drawTexts(context, element)
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
  drawMark(context, element)
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
  if (style.fill.startsWith('url')) {
    hatch(context, { path, colour: hatchColour(shape), box: shape.getBoundingClientRect() })
  } else if (style.fill !== 'none') {
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

/** Returns the outline of a shape of the kinds in our pictures; percentages are resolved to lengths. */
function pathOf(shape: SVGGeometryElement): string {
  if (shape instanceof SVGRectElement) {
    const { x, y, width, height } = shape
    const [across, down] = [width.baseVal.value, height.baseVal.value]
    return `M${x.baseVal.value} ${y.baseVal.value}h${across}v${down}h${-across}z`
  }
  if (shape instanceof SVGLineElement) {
    const { x1, y1, x2, y2 } = shape
    return `M${x1.baseVal.value} ${y1.baseVal.value}L${x2.baseVal.value} ${y2.baseVal.value}`
  }
  if (shape instanceof SVGCircleElement) {
    const [x, y, radius] = [shape.cx.baseVal.value, shape.cy.baseVal.value, shape.r.baseVal.value]
    const arc = `a${radius} ${radius} 0 1 0`
    return `M${x - radius} ${y}${arc} ${2 * radius} 0${arc} ${-2 * radius} 0`
  }
  const points = shape.getAttribute('points')
  if (points !== null) return `M${points}${shape instanceof SVGPolygonElement ? 'z' : ''}`
  return shape.getAttribute('d') ?? ''
}

/** Matches a digit or the text between two digits: digits have equal widths on the page but not on a canvas. */
const PIECE = /\d|[^\s\d]+/g

/** Draws texts piece by piece, so that lines break where they break on the page. */
function drawTexts(context: CanvasRenderingContext2D, element: Element): void {
  const style = getComputedStyle(element)
  context.fillStyle = element instanceof SVGElement ? style.fill : style.color
  context.font = `${style.fontStyle} ${style.fontWeight} ${style.fontSize} ${style.fontFamily}`
  context.textBaseline = 'alphabetic'
  const range = document.createRange()
  for (const node of element.childNodes) {
    if (!(node instanceof Text)) continue
    for (const { 0: piece, index } of node.data.matchAll(PIECE)) {
      range.setStart(node, index)
      range.setEnd(node, index + piece.length)
      const { left, top, width, height } = range.getBoundingClientRect()
      const text = context.measureText(piece)
      const { fontBoundingBoxAscent: ascent, fontBoundingBoxDescent: descent } = text
      context.fillText(piece, left + (width - text.width) / 2, top + (height - ascent - descent) / 2 + ascent)
    }
  }
}

/** Returns the colour of a shape's fill pattern. */
function hatchColour(shape: SVGGeometryElement): string {
  const id = /#([^")]+)/.exec(getComputedStyle(shape).fill)?.[1] ?? ''
  const first = document.getElementById(id)?.firstElementChild
  return getComputedStyle(first ?? shape).fill
}

/** Draws slanted lines inside an outline. */
function hatch(
  context: CanvasRenderingContext2D,
  about: { readonly path: Path2D; readonly colour: string; readonly box: DOMRect },
): void {
  const { path, colour, box } = about
  context.save()
  context.clip(path)
  context.fillStyle = colour
  context.fill(path)
  context.strokeStyle = getComputedStyle(document.body).backgroundColor
  context.lineWidth = HATCH_STEP / 4
  context.beginPath()
  for (let x = box.left - box.height; x < box.right; x += HATCH_STEP) {
    context.moveTo(x, box.bottom)
    context.lineTo(x + box.height, box.top)
  }
  context.stroke()
  context.restore()
}

/** Draws the mark before an entry of a legend. */
function drawMark(context: CanvasRenderingContext2D, element: HTMLElement): void {
  const style = getComputedStyle(element, '::before')
  const [width, height] = [Number.parseFloat(style.width), Number.parseFloat(style.height)]
  if (style.content === 'none' || !(width > 0) || !(height > 0)) return
  const { left, top, height: line } = element.getBoundingClientRect()
  const path = new Path2D()
  path.rect(left, top + (line - height) / 2, width, height)
  context.fillStyle = style.backgroundColor
  context.fill(path)
  if (style.backgroundImage === 'none') return
  const colour = /rgba?\([^)]*\)/.exec(style.backgroundImage)?.[0] ?? style.color
  hatch(context, { path, colour, box: new DOMRect(left, top, width, line) })
}
