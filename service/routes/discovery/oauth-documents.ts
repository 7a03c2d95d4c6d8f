import { GRANT_TYPES } from '../../operations/authorizations/answer-grant.ts';
import { SCOPE } from '../../operations/authorizations/token-answer.ts';
import type { ServiceDescription } from './describe-service.ts';

export const REGISTER_PATH = '/oauth/register';
export const TOKEN_PATH = '/oauth/token';
/** Of `/mcp` (RFC 9728, 3.1). */
export const RESOURCE_METADATA_PATH = '/.well-known/oauth-protected-resource/mcp';

/** Protected resource metadata of `/mcp` (RFC 9728). */
export function protectedResource({ name, url, guideUrl }: ServiceDescription) {
  return {
    resource: `${url}/mcp`,
    resource_name: name,
    authorization_servers: [url],
    scopes_supported: [SCOPE],
    bearer_methods_supported: ['header'],
    resource_documentation: guideUrl,
  };
}

/** Authorization server metadata (RFC 8414). */
export function authorizationServer({ url, authorizeUrl, guideUrl }: ServiceDescription) {
  return {
    issuer: url,
    authorization_endpoint: authorizeUrl,
    token_endpoint: url + TOKEN_PATH,
    registration_endpoint: url + REGISTER_PATH,
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    grant_types_supported: GRANT_TYPES,
    code_challenge_methods_supported: ['S256'],
    token_endpoint_auth_methods_supported: ['none'],
    scopes_supported: [SCOPE],
    authorization_response_iss_parameter_supported: true,
    service_documentation: guideUrl,
  };
}
