// The three steps above Swagger UI, and one token for both.
let ui = null

// In memory alone: the scripts of a frontend on the same host could read a storage.
let token = null

function keepToken(next) {
  token = next
  document.getElementById('sign-out').hidden = !token
}

/** Keeps a token from Swagger UI's own dialog too. */
const rememberToken = () => ({
  statePlugins: {
    auth: {
      wrapActions: {
        authorize: (original) => (payload) => {
          if (payload.bearer) keepToken(payload.bearer.value)
          return original(payload)
        },
        logout: (original) => (names) => {
          keepToken(null)
          return original(names)
        },
      },
    },
  },
})

function show(form, text) {
  const output = form.parentElement.querySelector('pre')
  output.hidden = false
  output.textContent = text
}

async function send(form, method, path, body) {
  try {
    const response = await fetch(path, {
      method,
      headers: {
        ...(body !== undefined && { 'Content-Type': 'application/json' }),
        ...(token && { Authorization: `Bearer ${token}` }),
      },
      body,
    })
    const text = await response.text()
    const isJson = /json/.test(response.headers.get('Content-Type') ?? '')
    const answer = isJson && text ? JSON.parse(text) : null
    return { status: response.status, answer, text: answer ? JSON.stringify(answer, null, 2) : text }
  } catch (error) {
    show(form, String(error))
    return null
  }
}

function onSubmit(id, run) {
  const form = document.getElementById(id)
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    void run(form, Object.fromEntries(new FormData(form)))
  })
}

onSubmit('sign-in', async (form, { email, password }) => {
  const sent = await send(form, 'POST', '/api/auth/login', JSON.stringify({ email, password }))
  if (!sent) return
  if (sent.status !== 200) return show(form, `${sent.status}\n${sent.text}`)
  const { role, expires_at } = sent.answer
  keepToken(sent.answer.token)
  ui.preauthorizeApiKey('bearer', token)
  form.elements.password.value = ''
  show(form, `200\nSigned in with role ${role} until ${new Date(expires_at).toLocaleString()}.`)
})

onSubmit('read', async (form, { path }) => {
  const sent = await send(form, 'GET', path)
  if (sent) show(form, `${sent.status}\n${sent.text}`)
})

onSubmit('write', async (form, { path, body }) => {
  if (!token) return show(form, 'Sign in first: this route needs a token.')
  const sent = await send(form, 'PATCH', path, body)
  if (sent) show(form, `${sent.status}\n${sent.text}`)
})

document.getElementById('sign-out').addEventListener('click', async () => {
  const form = document.getElementById('sign-in')
  await send(form, 'POST', '/api/auth/logout')
  keepToken(null)
  ui.authActions.logout(['bearer'])
  show(form, 'Signed out.')
})

// `validatorUrl: null` keeps Swagger UI from sending requests to another host.
ui = SwaggerUIBundle({
  url: '/api/openapi.json',
  dom_id: '#docs',
  deepLinking: true,
  docExpansion: 'none',
  defaultModelsExpandDepth: -1,
  displayRequestDuration: true,
  filter: true,
  validatorUrl: null,
  plugins: [rememberToken],
})
