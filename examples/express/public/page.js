const find = (selector) => document.querySelector(selector)
const read = (path) => fetch(path, { headers: { 'x-counterfoil-request': '1' } })

async function show() {
  const { name } = await (await read('/user')).json()
  find('#users').hidden = name !== null
  find('#user').hidden = name === null
  const refused =
    location.search === '?refused' ? 'This name and password do not work.' : 'Nobody is signed in.'
  find('[role=status]').textContent = name === null ? refused : `${name} is signed in.`
  const answer = await read('/api/session')
  if (answer.ok) await showConnection(await answer.json())
}

async function showConnection({ csrfToken, connections, selectedConnectionId }) {
  const connection = connections.find(
    ({ id, state }) => id === selectedConnectionId && state !== 'disconnected',
  )
  const { csrf, intent, connection_id } = find('#connection').elements
  const [start, end] = find('#connection').querySelectorAll('button')
  csrf.value = csrfToken
  intent.value = connection ? 'reconnect' : 'connect'
  connection_id.value = connection?.id ?? ''
  start.textContent = connection ? 'Reconnect' : 'Connect'
  end.hidden = connection === undefined
  find('#connection').hidden = false
  find('#customer').hidden = connection === undefined
  if (connection === undefined) return
  find('h1').textContent = `Customers of ${connection.businessName}`
  const names = await (await read('/customers')).json()
  find('ul').replaceChildren(
    ...names.map((name) => Object.assign(document.createElement('li'), { textContent: name })),
  )
}

// The browser may keep a page for its Back button: by then somebody else may be signed in.
addEventListener('pageshow', ({ persisted }) => persisted && location.reload())
show().catch(() => (find('[role=status]').textContent = 'This did not load. Reload the page.'))
