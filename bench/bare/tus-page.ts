import { createServer } from 'node:http';
import { startTus } from '../browser/tus.ts';

/** `node bench/bare/tus-page.ts <folder with tus> <folder for uploads> <port>`: a page with one input, whose file a click sends by tus. */
const [tusFolder = '', directory = '', port] = process.argv.slice(2);
const tus = await startTus(tusFolder, directory);

const page = `<!doctype html><title>tus</title><input type="file"><button>Upload</button><p></p><script src="/tus.js"></script>
<script>
document.querySelector('button').onclick = () => {
  const said = (text) => { document.querySelector('p').textContent = text; };
  said('Uploading');
  new tus.Upload(document.querySelector('input').files[0], {
    endpoint: '/tus', retryDelays: null, onSuccess: () => said('Uploaded'), onError: (error) => said(String(error)),
  }).start();
};
</script>`;

createServer((request, response) => {
  const path = request.url ?? '/';
  if (/^\/tus(\/|$)/.test(path)) return void tus.handle(request, response);
  response.setHeader('content-type', path === '/tus.js' ? 'text/javascript' : 'text/html');
  response.end(path === '/tus.js' ? tus.client : page);
}).listen(Number(port), '127.0.0.1', () => console.log('Server listening'));
