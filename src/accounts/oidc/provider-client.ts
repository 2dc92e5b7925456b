// This service as a client of the identity provider, for openid-client.
import {
  allowInsecureRequests,
  ClientSecretBasic,
  ClientSecretPost,
  Configuration,
  type CustomFetch,
  customFetch,
  None,
  type ServerMetadata,
} from 'openid-client'
import type { IdentityConfig } from '../../platform/config/config.ts'
import { type Provider, type ProviderMetadata, readText } from './identity-provider.ts'

type Client = IdentityConfig['client']
type Options = { provider: Provider; client: Client; timeoutSeconds: number }

/** The provider as it describes itself now. Rejects like `Provider.discover`. */
export async function configureClient({ provider, client, timeoutSeconds }: Options): Promise<Configuration> {
  const metadata = await provider.discover()
  const authentication = authenticationOf(client, metadata)
  const configuration = new Configuration(metadata as ServerMetadata, client.id, undefined, authentication)
  configuration.timeout = timeoutSeconds
  configuration[customFetch] = fetchBounded
  // The addresses were checked at discovery: http is for a provider on this machine or in the network of the stack.
  if (isPlain(metadata.token_endpoint) || isPlain(metadata.userinfo_endpoint))
    allowInsecureRequests(configuration)
  return configuration
}

const isPlain = (address: string | undefined) => address?.startsWith('http:')

function authenticationOf(
  { secret }: Client,
  { token_endpoint_auth_methods_supported: methods }: ProviderMetadata,
) {
  if (secret === null) return None()
  const isBasicOnly = methods?.includes('client_secret_basic') && !methods.includes('client_secret_post')
  return isBasicOnly ? ClientSecretBasic(secret.reveal()) : ClientSecretPost(secret.reveal())
}

const fetchBounded: CustomFetch = async (url, init) => {
  const response = await fetch(url, init as RequestInit)
  const { status, headers } = response
  return new Response((await readText(response)) || null, { status, headers })
}
