import { z } from 'zod'

/**
 * One file of an Application Resource Bundle, as translators' tools read and write it.
 *
 * A message is a member of the JSON object; `@key` beside it describes it. Keys contain the groups of messages: `signOut__title`
 * is read as `signOut.title`. Extensions, which the format's specification permits: `x-named` on a message (its arguments
 * come in one object), and `@@x-given` on the file (placeholders that have one value for the whole catalogue).
 *
 * @see https://github.com/google/app-resource-bundle/wiki/ApplicationResourceBundleSpecification
 */
export type ResourceBundle = {
  readonly locale: string
  /** Placeholders whose value is fixed once, when the catalogue is made. */
  readonly given: readonly string[]
  readonly messages: ReadonlyMap<string, string>
  /** The descriptions by key; only the template has them. */
  readonly descriptions: ReadonlyMap<string, MessageDescription>
}

/** The description of one message in a template. */
export type MessageDescription = z.infer<typeof DESCRIPTION>

export const PLACEHOLDER_TYPES = ['String', 'String?', 'int', 'bool', 'Html'] as const
export type PlaceholderType = (typeof PLACEHOLDER_TYPES)[number]

const DESCRIPTION = z.strictObject({
  description: z.string().min(1),
  placeholders: z
    .record(
      z.string(),
      z.strictObject({
        type: z.enum(PLACEHOLDER_TYPES),
        description: z.string().optional(),
        example: z.string().optional(),
      }),
    )
    .optional(),
  'x-named': z.literal(true).optional(),
})

const FILE = z
  .object({
    '@@locale': z.string(),
    '@@x-given': z.array(z.string()).optional(),
  })
  .catchall(z.unknown())

/**
 * Reads the text of one file.
 *
 * @param name The name of the file, for error messages.
 * @throws Error that names the member that cannot be read.
 */
export function readResourceBundle({
  text,
  name,
}: Readonly<Record<'text' | 'name', string>>): ResourceBundle {
  const file = parsed(FILE, JSON.parse(text), name)
  const messages = new Map<string, string>()
  const descriptions = new Map<string, MessageDescription>()
  for (const [key, value] of Object.entries(file)) {
    if (key.startsWith('@@')) continue
    if (key.startsWith('@')) descriptions.set(key.slice(1), parsed(DESCRIPTION, value, `${name}: ${key}`))
    else messages.set(key, parsed(z.string(), value, `${name}: ${key}`))
  }
  return { locale: file['@@locale'], given: file['@@x-given'] ?? [], messages, descriptions }
}

function parsed<Schema extends z.ZodType>(schema: Schema, value: unknown, where: string): z.infer<Schema> {
  const result = schema.safeParse(value)
  if (result.success) return result.data
  throw new Error(`${where}: ${z.prettifyError(result.error)}`)
}
