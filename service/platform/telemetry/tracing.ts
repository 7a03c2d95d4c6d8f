import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { BatchSpanProcessor, NodeTracerProvider } from '@opentelemetry/sdk-trace-node';

import { version } from '../process/version.ts';

/**
 * Sends spans to an OpenTelemetry collector by OTLP over HTTP.
 * @param endpoint e.g. `http://collector:4318`; spans go to `/v1/traces` below it
 * @returns a function that sends the remaining spans and stops
 */
export function startTracing(process: string, endpoint: string): () => Promise<void> {
  const exporter = new OTLPTraceExporter({ url: `${endpoint.replace(/\/$/, '')}/v1/traces` });
  const provider = new NodeTracerProvider({
    resource: resourceFromAttributes({ 'service.name': `labroom-${process}`, 'service.version': version }),
    spanProcessors: [new BatchSpanProcessor(exporter)],
  });
  provider.register();
  return () => provider.shutdown();
}
