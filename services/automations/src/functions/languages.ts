import { compilerOfCSharp, hostOfCSharp, monoEnvironment } from './dotnet.ts';

/** The languages that functions are written in; `dotNet` is C#. */
export const languages = ['javascript', 'python', 'php', 'dotNet'] as const;
export type Language = (typeof languages)[number];

export const isLanguage = (text: string): text is Language => (languages as readonly string[]).includes(text);

/*
 * Each program below starts in a sandbox, waits for one line with the code and its input, and says in lines of JSON what
 * it asks for (`call`), what it notes (`log`) and how it ends (`result` or `error`). Then it waits to be ended, so that
 * its memory can be read.
 */
const javascript = String.raw`
const { createInterface } = require('node:readline');
const { writeFileSync } = require('node:fs');
const { format } = require('node:util');
const write = process.stdout.write.bind(process.stdout);
const say = (line) => write(JSON.stringify(line) + '\n');
const waiting = new Map();
let next = 1;
const call = (name, ...args) =>
  new Promise((resolve, reject) => {
    waiting.set(next, { resolve, reject });
    say({ call: name, id: next++, args });
  });
const note = (level) => (...parts) => say({ log: level, text: format(...parts) });
const log = { info: note('info'), warn: note('warn'), error: note('error') };
Object.assign(console, { log: log.info, info: log.info, debug: log.info, warn: log.warn, error: log.error });
const table = (id) => ({
  find: (query = {}) => call('find', id, query),
  get: (recordId) => call('get', id, recordId),
  create: (values) => call('create', id, values),
  update: (recordId, values) => call('update', id, recordId, values),
  remove: (recordId) => call('remove', id, recordId),
});
const bridge = { table, fetch: (url, options = {}) => call('fetch', url, options), secret: (name) => call('secret', name) };
const fail = (error) => say({ error: error instanceof Error ? String(error.stack ?? error.message) : String(error) });
process.on('uncaughtException', fail);
process.on('unhandledRejection', fail);
let started = false;
createInterface({ input: process.stdin, crlfDelay: Infinity }).on('line', async (text) => {
  const line = JSON.parse(text);
  if (started) {
    const one = waiting.get(line.id);
    waiting.delete(line.id);
    if (line.error === undefined) one?.resolve(line.value);
    else one?.reject(new Error(line.error));
    return;
  }
  started = true;
  try {
    writeFileSync('/tmp/function.mjs', line.code);
    const { default: main } = await import('/tmp/function.mjs');
    if (typeof main !== 'function') throw new Error('The code exports no default function.');
    say({ result: (await main({ input: line.input, bridge, log })) ?? null });
  } catch (error) {
    fail(error);
  }
});
say({ ready: true });
`;

const python = String.raw`
import io, json, sys, traceback
def start():
    out, source = sys.stdout, sys.stdin
    count = [0]
    def say(line):
        out.write(json.dumps(line) + '\n')
        out.flush()
    def call(name, *args):
        count[0] += 1
        say({'call': name, 'id': count[0], 'args': list(args)})
        answer = json.loads(source.readline())
        if 'error' in answer:
            raise RuntimeError(answer['error'])
        return answer.get('value')
    class Log:
        def info(self, *parts): say({'log': 'info', 'text': ' '.join(str(p) for p in parts)})
        def warn(self, *parts): say({'log': 'warn', 'text': ' '.join(str(p) for p in parts)})
        def error(self, *parts): say({'log': 'error', 'text': ' '.join(str(p) for p in parts)})
    class Table:
        def __init__(self, id): self.id = id
        def find(self, query=None): return call('find', self.id, query or {})
        def get(self, record_id): return call('get', self.id, record_id)
        def create(self, values): return call('create', self.id, values)
        def update(self, record_id, values): return call('update', self.id, record_id, values)
        def remove(self, record_id): return call('remove', self.id, record_id)
    class Bridge:
        log = Log()
        def table(self, id): return Table(id)
        def fetch(self, url, options=None): return call('fetch', url, options or {})
        def secret(self, name): return call('secret', name)
    class Printed(io.TextIOBase):
        def write(self, text):
            if text.strip(): say({'log': 'info', 'text': text.rstrip('\n')})
            return len(text)
    say({'ready': True})
    line = json.loads(source.readline())
    sys.stdout = sys.stderr = Printed()
    try:
        space = {'__name__': 'function'}
        exec(compile(line['code'], 'function.py', 'exec'), space)
        if not callable(space.get('main')):
            raise RuntimeError('The code has no function main(input, bridge).')
        say({'result': space['main'](line['input'], Bridge())})
    except BaseException:
        say({'error': traceback.format_exc(limit=-8)})
    source.readline()
start()
`;

const php = String.raw`
final class Pipe {
    private static int $count = 0;
    public static function say(array $line): void {
        fwrite(STDOUT, json_encode($line, JSON_THROW_ON_ERROR | JSON_UNESCAPED_UNICODE | JSON_INVALID_UTF8_SUBSTITUTE) . "\n");
    }
    public static function call(string $name, ...$args) {
        self::$count++;
        self::say(['call' => $name, 'id' => self::$count, 'args' => $args]);
        $answer = json_decode(fgets(STDIN), true, 128, JSON_THROW_ON_ERROR);
        if (isset($answer['error'])) throw new RuntimeException($answer['error']);
        return $answer['value'] ?? null;
    }
}
final class Table {
    public function __construct(private string $id) {}
    public function find($query = []) { return Pipe::call('find', $this->id, (object) $query); }
    public function get($recordId) { return Pipe::call('get', $this->id, $recordId); }
    public function create($values) { return Pipe::call('create', $this->id, (object) $values); }
    public function update($recordId, $values) { return Pipe::call('update', $this->id, $recordId, (object) $values); }
    public function remove($recordId) { return Pipe::call('remove', $this->id, $recordId); }
}
final class Log {
    public function info(...$parts) { Pipe::say(['log' => 'info', 'text' => implode(' ', array_map('strval', $parts))]); }
    public function warn(...$parts) { Pipe::say(['log' => 'warn', 'text' => implode(' ', array_map('strval', $parts))]); }
    public function error(...$parts) { Pipe::say(['log' => 'error', 'text' => implode(' ', array_map('strval', $parts))]); }
}
final class Bridge {
    public Log $log;
    public function __construct() { $this->log = new Log(); }
    public function table($id) { return new Table($id); }
    public function fetch($url, $options = []) { return Pipe::call('fetch', $url, (object) $options); }
    public function secret($name) { return Pipe::call('secret', $name); }
}
ob_start(function (string $text) {
    if (trim($text) !== '') Pipe::say(['log' => 'info', 'text' => rtrim($text)]);
    return '';
}, 1);
Pipe::say(['ready' => true]);
$line = json_decode(fgets(STDIN), true, 128, JSON_THROW_ON_ERROR);
$ended = false;
register_shutdown_function(function () use (&$ended) {
    if (!$ended) Pipe::say(['error' => error_get_last()['message'] ?? 'The code ended without an answer.']);
});
try {
    $code = preg_replace('/^\s*<\?php/', '', $line['code'], 1);
    (static function (string $code) { eval($code); })($code);
    if (!function_exists('main')) throw new RuntimeException('The code has no function main($input, $bridge).');
    Pipe::say(['result' => main($line['input'], new Bridge())]);
} catch (Throwable $error) {
    Pipe::say(['error' => get_class($error) . ': ' . $error->getMessage() . ' on line ' . $error->getLine()]);
}
$ended = true;
fgets(STDIN);
`;

export type Runtime = {
  /** Where it may lie; the first that is there is taken. */
  readonly places: readonly string[];
  /** Folders beside the shared libraries that it reads, where they are there. */
  readonly reads: readonly string[];
  readonly command: (binary: string) => readonly string[];
  /** Files without which it cannot run. */
  readonly needs?: readonly string[];
  /** Makes the program that waits in its sandboxes, where that is a file: it lies there as `hostPlace`. */
  readonly host?: (binary: string) => Promise<string>;
  readonly environment?: Readonly<Record<string, string>>;
  /** What is called is what its compiler makes of the code. */
  readonly compiled?: true;
  /** Space of addresses: what it holds is watched beside it. */
  readonly addresses: number;
  readonly processes: number;
};

export const hostPlace = '/run/host';

/** How each language is run; complete by its type. `javascript` is run by the Node of the product. */
export const runtimes: Readonly<Record<Language, Runtime>> = {
  javascript: {
    places: [process.execPath],
    reads: [],
    command: (binary) => [binary, '--max-old-space-size=128', '-e', javascript],
    addresses: 1_500_000_000,
    processes: 24,
  },
  python: {
    places: ['/usr/bin/python3'],
    reads: ['/usr/share/zoneinfo'],
    command: (binary) => [binary, '-S', '-I', '-B', '-c', python],
    addresses: 256 * 1024 * 1024,
    processes: 4,
  },
  php: {
    places: ['/usr/bin/php'],
    reads: ['/usr/share/zoneinfo'],
    command: (binary) => [binary, '-n', '-d', 'display_errors=stderr', '-d', 'memory_limit=160M', '-r', php],
    addresses: 384 * 1024 * 1024,
    processes: 4,
  },
  dotNet: {
    places: ['/usr/bin/mono-sgen', '/usr/bin/mono'],
    needs: [compilerOfCSharp],
    reads: ['/usr/share/zoneinfo', '/etc/mono/config'],
    host: hostOfCSharp,
    command: (binary) => [binary, hostPlace],
    environment: monoEnvironment,
    compiled: true,
    addresses: 1_500_000_000,
    processes: 24,
  },
};
