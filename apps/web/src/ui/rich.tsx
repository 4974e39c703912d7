/** Shows a text of the catalogue in which `**…**` is strong. Nothing else is markup, so a name can never become any. */
export function Rich(props: { readonly text: string }) {
  return props.text
    .split('**')
    .map((part, index) => (index % 2 === 1 ? <strong key={index}>{part}</strong> : part))
}
