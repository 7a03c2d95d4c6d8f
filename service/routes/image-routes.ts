import type { FastifyInstance } from 'fastify';
import type { ServiceContext } from '#core/context/context.ts';
import { currentImageKey } from '../operations/labs/image/current-image.ts';
import { bitmapKey, bitmapType, parseImageKey } from '../operations/labs/image/image-types.ts';
import { receiveImage } from '../operations/labs/image/receive-image.ts';
import { limitBodyTime } from './http/body-deadline.ts';
import { byteRoutes, logSerializers, searchParams } from './http/byte-routes.ts';
import { sendPublicImage } from './http/send-public-image.ts';

/** Uploads and downloads of lab images. */
export const IMAGE_ROUTE = '/images/:name';

/** Enough for the largest image at one megabit per second. */
const uploadMs = 120_000;

interface ImageRoute {
  Params: { name: string };
}

/**
 * `/images/*`: PUT once, by a URL of `generateLabImageUploadUrl`; GET is public and the bytes never change. Only bitmaps that this
 * service drew are sent. The path of an image that was published before leads to its bitmap.
 */
export async function imageRoutes(
  app: FastifyInstance,
  context: ServiceContext,
  options: { allowedOrigins: readonly string[] },
): Promise<void> {
  const { publicUrl } = context.config.http;
  byteRoutes(app, { url: IMAGE_ROUTE, ...options });
  limitBodyTime(app, { ms: uploadMs, except: [] });

  app.put<ImageRoute>(IMAGE_ROUTE, { logSerializers }, async (request, reply) => {
    const length = request.headers['content-length'];
    await receiveImage(context, {
      key: `images/${request.params.name}`,
      signature: searchParams(request).get('signature') ?? '',
      contentType: request.headers['content-type'],
      contentLength: length === undefined ? undefined : Number(length),
      // Stays open on early return, so that an error can still be sent.
      body: request.raw.iterator({ destroyOnReturn: false }),
    });
    return reply.code(200).send();
  });

  app.route<ImageRoute>({
    method: ['GET', 'HEAD'],
    url: IMAGE_ROUTE,
    logSerializers,
    handler: async (request, reply) => {
      const path = `images/${request.params.name}`;
      const named = parseImageKey(path);
      const key = named?.format ? bitmapKey(named.id, named.format) : '';
      if (named && !(named.format && (await context.storage.head(key)))) {
        const current = await currentImageKey(context, path);
        if (current && current !== path)
          return reply
            .header('Cache-Control', 'public, max-age=300')
            .redirect(`${publicUrl}/${current}`, 302);
      }
      const bitmap = named?.format ? { id: named.id, type: bitmapType(named.format) } : null;
      return sendPublicImage(context.storage, { key, named: bitmap, request, reply });
    },
  });
}
