import type { FastifyInstance } from 'fastify';
import type { ServiceContext } from '#core/context/context.ts';
import { parsePictureKey } from '../operations/profiles/picture.ts';
import { byteRoutes, logSerializers } from './http/byte-routes.ts';
import { sendPublicImage } from './http/send-public-image.ts';

export const PICTURE_ROUTE = '/pictures/:name';

interface PictureRoute {
  Params: { name: string };
}

/** `GET /pictures/*`: pictures of profiles, which everyone can see. `setProfile` writes them. */
export async function pictureRoutes(
  app: FastifyInstance,
  { storage }: ServiceContext,
  options: { allowedOrigins: readonly string[] },
): Promise<void> {
  byteRoutes(app, { url: PICTURE_ROUTE, ...options });
  app.route<PictureRoute>({
    method: ['GET', 'HEAD'],
    url: PICTURE_ROUTE,
    logSerializers,
    handler: (request, reply) => {
      const key = `pictures/${request.params.name}`;
      return sendPublicImage(storage, { key, named: parsePictureKey(key), request, reply });
    },
  });
}
