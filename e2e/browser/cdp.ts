type Params = Record<string, unknown>;
type Listener = (params: Params) => void;

interface Message {
  id?: number;
  method?: string;
  params?: Params;
  result?: Params;
  error?: { message: string };
}

/** Chrome DevTools Protocol over one WebSocket. `sessionId` identifies the target page of a command. */
export class Cdp {
  readonly #socket: WebSocket;
  readonly #waiting = new Map<number, { resolve(result: Params): void; reject(error: Error): void }>();
  readonly #listeners = new Map<string, Listener>();
  #nextId = 1;

  private constructor(socket: WebSocket) {
    this.#socket = socket;
    socket.onmessage = ({ data }) => this.#receive(JSON.parse(String(data)));
    socket.onclose = () => {
      for (const { reject } of this.#waiting.values()) reject(gone());
      this.#waiting.clear();
    };
  }

  static async connect(endpoint: string): Promise<Cdp> {
    const socket = new WebSocket(endpoint);
    await new Promise((resolve, reject) => {
      socket.onopen = resolve;
      socket.onerror = () => reject(new Error(`No connection to ${endpoint}`));
    });
    return new Cdp(socket);
  }

  /** @throws Error with the browser's message */
  send<Result = Params>(method: string, params: Params = {}, sessionId?: string): Promise<Result> {
    if (this.#socket.readyState !== WebSocket.OPEN) return Promise.reject(gone());
    const id = this.#nextId++;
    this.#socket.send(JSON.stringify({ id, method, params, ...(sessionId && { sessionId }) }));
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve: (result) => resolve(result as Result), reject });
    });
  }

  /** Registers the listener of an event; one listener per event. */
  on(event: string, listener: Listener): void {
    this.#listeners.set(event, listener);
  }

  #receive({ id, method, params = {}, result = {}, error }: Message): void {
    if (id === undefined) return void (method && this.#listeners.get(method)?.(params));
    const waiting = this.#waiting.get(id);
    this.#waiting.delete(id);
    if (error) waiting?.reject(new Error(error.message));
    else waiting?.resolve(result);
  }
}

const gone = () => new Error('The browser is gone');
