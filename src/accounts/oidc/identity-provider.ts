// The identity provider's discovery document and signing keys (OpenID Connect Discovery 1.0). Its address comes from the
// configuration and is often private, so `security/safe-fetch` does not apply; time and size are bounded here as well.

import type { JSONWebKeySet } from 'jose'
import { z } from 'zod'
import { withoutTrailingSlashes } from '../../text/trim-end.ts'

export type ProviderOptions = {
  /** Must equal `iss` of every token exactly. */
  issuer: string
  /** The address of the discovery document; null: derived from the issuer. */
  discoveryUrl: string | null
  fetch: (url: string, init: RequestInit) => Promise<Response>
}

/** The provider answers, but not as the settings say it does. Waiting does not help. */
export class ProviderSetupError extends Error {}

/** The provider does not answer as it should; it may do so later. */
export class ProviderUnavailableError extends Error {}

/** Whether a failure with this status may pass by itself. */
export const mayPass = (status: number) => status >= 500 || status === 408 || status === 429

/** The discovery document, with the addresses that the service itself calls as it reaches them. */
export type ProviderMetadata = z.infer<typeof discoverySchema>

export type Provider = {
  /** Rejects when the provider is unreachable or names another issuer. */
  discover(signal?: AbortSignal): Promise<ProviderMetadata>
  /** The signing keys. Rejects like `discover`. */
  fetchKeys(): Promise<JSONWebKeySet>
}

const WELL_KNOWN = '/.well-known/openid-configuration'
const TIMEOUT_MS = 3_000
const MAX_BYTES = 1_048_576

const address = z.url({ protocol: /^https?$/ })
const discoverySchema = z.looseObject({
  issuer: z.string(),
  jwks_uri: address,
  authorization_endpoint: address.optional(),
  token_endpoint: address.optional(),
  userinfo_endpoint: address.optional(),
  end_session_endpoint: address.optional(),
  token_endpoint_auth_methods_supported: z.array(z.string()).optional(),
})
const keySetSchema = z.object({ keys: z.array(z.looseObject({ kty: z.string() })) })

export function createProvider({ issuer, discoveryUrl, fetch }: ProviderOptions): Provider {
  const configured = discoveryUrl ?? issuer
  const documentUrl = configured.includes('/.well-known/')
    ? configured
    : `${withoutTrailingSlashes(configured)}${WELL_KNOWN}`

  async function fetchJson(url: string, signal?: AbortSignal): Promise<unknown> {
    const timeout = AbortSignal.timeout(TIMEOUT_MS)
    const response = await fetch(url, {
      headers: { Accept: 'application/json' },
      // Only the configuration decides which host serves the keys.
      redirect: 'error',
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
    })
    if (!response.ok) {
      await response.body?.cancel()
      const { status } = response
      const message = `The identity provider responded with status ${status} at ${url}`
      throw mayPass(status) ? new ProviderUnavailableError(message) : new ProviderSetupError(message)
    }
    const text = await readText(response)
    try {
      return JSON.parse(text)
    } catch (cause) {
      throw new ProviderSetupError(`The identity provider sent no JSON at ${url}`, { cause })
    }
  }

  async function discover(signal?: AbortSignal): Promise<ProviderMetadata> {
    const { data: document, error } = discoverySchema.safeParse(await fetchJson(documentUrl, signal))
    if (!document) {
      const message = `What the provider sent at ${documentUrl} is no discovery document: ${z.prettifyError(error)}`
      throw new ProviderSetupError(message)
    }
    if (document.issuer !== issuer) {
      throw new ProviderSetupError(
        `The provider at ${documentUrl} names the issuer ${document.issuer}, expected ${issuer}`,
      )
    }
    const { jwks_uri, token_endpoint, userinfo_endpoint } = document
    return {
      ...document,
      jwks_uri: resolve('keys', jwks_uri),
      ...(token_endpoint && { token_endpoint: resolve('token endpoint', token_endpoint) }),
      ...(userinfo_endpoint && { userinfo_endpoint: resolve('userinfo endpoint', userinfo_endpoint) }),
    }
  }

  // Behind a proxy a provider publishes its public address for these too. When discovery is fetched from another
  // origin, that public address is usually unreachable from here. Other providers publish the address of the request:
  // what is on the very origin that OIDC_DISCOVERY_URL names is as trustworthy as the discovery document itself.
  function resolve(what: string, published: string) {
    const url = new URL(published)
    if (discoveryUrl !== null && url.origin === new URL(documentUrl).origin) return published
    const isPublicAddress = discoveryUrl !== null && url.origin === new URL(issuer).origin
    if (isPublicAddress) return new URL(`${url.pathname}${url.search}`, documentUrl).href
    if (issuer.startsWith('https:') && url.protocol !== 'https:') {
      throw new ProviderSetupError(`The provider's ${what} at ${published} is not served over https`)
    }
    return published
  }

  return {
    discover,
    fetchKeys: async () => keySetSchema.parse(await fetchJson((await discover()).jwks_uri)) as JSONWebKeySet,
  }
}

/** The body of an answer. Throws where it is longer than a provider's answers are. */
export async function readText(response: Response): Promise<string> {
  const decoder = new TextDecoder()
  let text = ''
  let size = 0
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength
    if (size > MAX_BYTES)
      throw new ProviderUnavailableError(`The identity provider sent more than ${MAX_BYTES} bytes`)
    text += decoder.decode(chunk, { stream: true })
  }
  return text + decoder.decode()
}
