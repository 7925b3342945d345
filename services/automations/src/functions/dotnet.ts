import { execFile } from 'node:child_process';
import { rmSync } from 'node:fs';
import { chmod, mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** The compiler of C#, which comes beside mono. */
export const compilerOfCSharp = '/usr/lib/mono/4.5/mcs.exe';
/** What mono is told by its environment, there and in sandboxes: it lies elsewhere than it thinks, and shares nothing. */
export const monoEnvironment: Readonly<Record<string, string>> = {
  MONO_PATH: '/usr/lib/mono/4.5',
  MONO_DISABLE_SHARED_AREA: '1',
  MONO_GC_PARAMS: 'max-heap-size=192m',
};
const buildMs = 60_000;

/*
 * The program that waits in a sandbox of C#, as those of other languages do (languages.ts). It is given what was compiled,
 * or code to compile: then it answers what came of it.
 */
const host = String.raw`
using System;
using System.Collections;
using System.Collections.Generic;
using System.Globalization;
using System.IO;
using System.Reflection;
using System.Text;

public static class Json {
    public static string Write(object value) { var to = new StringBuilder(); Put(to, value, 0); return to.ToString(); }
    static void Put(StringBuilder to, object value, int depth) {
        if (depth > 200) throw new InvalidOperationException("A value nests more than 200 levels.");
        if (value == null) { to.Append("null"); return; }
        var text = value as string;
        if (text != null) { Quote(to, text); return; }
        if (value is bool) { to.Append((bool)value ? "true" : "false"); return; }
        if (value is char) { Quote(to, value.ToString()); return; }
        if (value is double || value is float) {
            var number = Convert.ToDouble(value, CultureInfo.InvariantCulture);
            if (double.IsNaN(number) || double.IsInfinity(number)) to.Append("null");
            else to.Append(number.ToString("R", CultureInfo.InvariantCulture));
            return;
        }
        if (value is DateTime) { Quote(to, ((DateTime)value).ToUniversalTime().ToString("yyyy-MM-ddTHH:mm:ss.fffZ", CultureInfo.InvariantCulture)); return; }
        if (value is Enum || value is Guid) { Quote(to, value.ToString()); return; }
        if (value is IConvertible) { to.Append(((IConvertible)value).ToString(CultureInfo.InvariantCulture)); return; }
        var map = value as IDictionary;
        if (map != null) {
            var begun = false;
            to.Append('{');
            foreach (DictionaryEntry one in map) {
                if (begun) to.Append(','); begun = true;
                Quote(to, Convert.ToString(one.Key, CultureInfo.InvariantCulture)); to.Append(':'); Put(to, one.Value, depth + 1);
            }
            to.Append('}');
            return;
        }
        var list = value as IEnumerable;
        if (list != null) {
            var begun = false;
            to.Append('[');
            foreach (var one in list) { if (begun) to.Append(','); begun = true; Put(to, one, depth + 1); }
            to.Append(']');
            return;
        }
        var first = true;
        to.Append('{');
        foreach (var one in value.GetType().GetProperties(BindingFlags.Public | BindingFlags.Instance)) {
            if (!one.CanRead || one.GetIndexParameters().Length > 0) continue;
            if (!first) to.Append(','); first = false;
            Quote(to, one.Name); to.Append(':'); Put(to, one.GetValue(value, null), depth + 1);
        }
        to.Append('}');
    }
    static void Quote(StringBuilder to, string text) {
        to.Append('"');
        foreach (var sign in text) {
            if (sign == '"' || sign == '\\') to.Append('\\').Append(sign);
            else if (sign < ' ' || char.IsSurrogate(sign) || sign == '\u2028' || sign == '\u2029') to.Append("\\u").Append(((int)sign).ToString("x4"));
            else to.Append(sign);
        }
        to.Append('"');
    }
    public static object Read(string text) { var at = 0; return Take(text, ref at, 0); }
    static void Skip(string text, ref int at) { while (at < text.Length && text[at] <= ' ') at++; }
    static object Take(string text, ref int at, int depth) {
        if (depth > 200) throw new FormatException("A value nests more than 200 levels.");
        Skip(text, ref at);
        switch (text[at]) {
            case '{': {
                var map = new Dictionary<string, object>();
                at++; Skip(text, ref at);
                if (text[at] == '}') { at++; return map; }
                for (;;) {
                    Skip(text, ref at);
                    var name = Words(text, ref at);
                    Skip(text, ref at); at++;
                    map[name] = Take(text, ref at, depth + 1);
                    Skip(text, ref at);
                    if (text[at++] == '}') return map;
                }
            }
            case '[': {
                var list = new List<object>();
                at++; Skip(text, ref at);
                if (text[at] == ']') { at++; return list; }
                for (;;) {
                    list.Add(Take(text, ref at, depth + 1));
                    Skip(text, ref at);
                    if (text[at++] == ']') return list;
                }
            }
            case '"': return Words(text, ref at);
            case 't': at += 4; return true;
            case 'f': at += 5; return false;
            case 'n': at += 4; return null;
        }
        var from = at;
        while (at < text.Length && "+-.eE0123456789".IndexOf(text[at]) >= 0) at++;
        var digits = text.Substring(from, at - from);
        long whole;
        if (long.TryParse(digits, NumberStyles.AllowLeadingSign, CultureInfo.InvariantCulture, out whole)) return whole;
        return double.Parse(digits, NumberStyles.Float, CultureInfo.InvariantCulture);
    }
    static string Words(string text, ref int at) {
        var to = new StringBuilder();
        for (at++; text[at] != '"'; at++) {
            if (text[at] != '\\') { to.Append(text[at]); continue; }
            at++;
            switch (text[at]) {
                case 'n': to.Append('\n'); break;
                case 'r': to.Append('\r'); break;
                case 't': to.Append('\t'); break;
                case 'b': to.Append('\b'); break;
                case 'f': to.Append('\f'); break;
                case 'u': to.Append((char)int.Parse(text.Substring(at + 1, 4), NumberStyles.HexNumber)); at += 4; break;
                default: to.Append(text[at]); break;
            }
        }
        at++;
        return to.ToString();
    }
}

public sealed class Log {
    static void Note(string level, object[] parts) {
        Host.Say("log", level, "text", string.Join(" ", Array.ConvertAll(parts, one => one is string ? (string)one : Json.Write(one))));
    }
    public void Info(params object[] parts) { Note("info", parts); }
    public void Warn(params object[] parts) { Note("warn", parts); }
    public void Error(params object[] parts) { Note("error", parts); }
}

public sealed class Table {
    readonly string id;
    internal Table(string id) { this.id = id; }
    static List<Dictionary<string, object>> Rows(object found) {
        var rows = new List<Dictionary<string, object>>();
        foreach (var one in (List<object>)found) rows.Add((Dictionary<string, object>)one);
        return rows;
    }
    public List<Dictionary<string, object>> Find(object query = null) { return Rows(Host.Call("find", id, query ?? new Dictionary<string, object>())); }
    public Dictionary<string, object> Get(string recordId) { return (Dictionary<string, object>)Host.Call("get", id, recordId); }
    public Dictionary<string, object> Create(object values) { return (Dictionary<string, object>)Host.Call("create", id, values); }
    public Dictionary<string, object> Update(string recordId, object values) { return (Dictionary<string, object>)Host.Call("update", id, recordId, values); }
    public object Remove(string recordId) { return Host.Call("remove", id, recordId); }
}

public sealed class Bridge {
    public readonly Log Log = new Log();
    public Table Table(string id) { return new Table(id); }
    public Dictionary<string, object> Fetch(string url, object options = null) {
        return (Dictionary<string, object>)Host.Call("fetch", url, options ?? new Dictionary<string, object>());
    }
    public string Secret(string name) { return (string)Host.Call("secret", name); }
}

sealed class Printed : TextWriter {
    readonly StringBuilder line = new StringBuilder();
    public override Encoding Encoding { get { return Encoding.UTF8; } }
    public override void Write(char sign) {
        if (sign != '\n') { if (line.Length < 65536) line.Append(sign); return; }
        Flush();
    }
    public override void Flush() {
        var text = line.ToString().TrimEnd();
        line.Clear();
        if (text != "") Host.Say("log", "info", "text", text);
    }
}

static class Host {
    static readonly TextReader source = new StreamReader(Console.OpenStandardInput(), new UTF8Encoding(false), false, 65536);
    static readonly TextWriter pipe = new StreamWriter(Console.OpenStandardOutput(), new UTF8Encoding(false));
    static readonly object turn = new object();
    static long count;

    internal static void Say(params object[] parts) {
        var line = new Dictionary<string, object>();
        for (var at = 0; at < parts.Length; at += 2) line[(string)parts[at]] = parts[at + 1];
        var text = Json.Write(line);
        lock (turn) { pipe.Write(text); pipe.Write('\n'); pipe.Flush(); }
    }
    internal static object Call(string name, params object[] args) {
        lock (turn) {
            Say("call", name, "id", ++count, "args", args);
            var answer = (Dictionary<string, object>)Json.Read(source.ReadLine());
            object found;
            if (answer.TryGetValue("error", out found)) throw new InvalidOperationException((string)found);
            answer.TryGetValue("value", out found);
            return found;
        }
    }
    // The compiler is a library as well: it runs in this process, as confined as what it makes.
    static object Compile(string code) {
        var folder = Path.GetDirectoryName(typeof(object).Assembly.Location);
        var compiler = Assembly.LoadFrom(Path.Combine(folder, "mcs.exe"));
        var told = new StringWriter();
        File.WriteAllText("/tmp/Function.cs", code, new UTF8Encoding(false));
        var args = new[] { "-target:library", "-nologo", "-optimize+", "-debug-", "-out:/tmp/function.dll",
            "-r:" + typeof(Host).Assembly.Location };
        // Of these each server has what its packages bring.
        foreach (var name in new[] { "System.dll", "System.Core.dll", "System.Numerics.dll", "System.Xml.dll", "System.Xml.Linq.dll", "Microsoft.CSharp.dll" })
            if (File.Exists(Path.Combine(folder, name))) { Array.Resize(ref args, args.Length + 1); args[args.Length - 1] = "-r:" + name; }
        Array.Resize(ref args, args.Length + 1);
        args[args.Length - 1] = "/tmp/Function.cs";
        var entry = compiler.GetType("Mono.CSharp.CompilerCallableEntryPoint").GetMethod("InvokeCompiler");
        var isDone = (bool)entry.Invoke(null, new object[] { args, told });
        return new Dictionary<string, object> {
            { "assembly", isDone ? Convert.ToBase64String(File.ReadAllBytes("/tmp/function.dll")) : null },
            { "told", told.ToString() },
        };
    }
    static object Run(string assembly, object input) {
        foreach (var type in Assembly.Load(Convert.FromBase64String(assembly)).GetTypes())
            foreach (var method in type.GetMethods(BindingFlags.Public | BindingFlags.Static)) {
                var takes = method.GetParameters();
                if (method.Name != "Main" || takes.Length != 2 || takes[1].ParameterType != typeof(Bridge)) continue;
                var fits = input == null || takes[0].ParameterType.IsInstanceOfType(input);
                if (!fits) throw new InvalidOperationException("Main takes " + takes[0].ParameterType.Name + ", and the input is " + input.GetType().Name + ".");
                return method.Invoke(null, new[] { input, new Bridge() });
            }
        throw new InvalidOperationException("The code has no public static method Main(input, Bridge bridge).");
    }
    static void Main() {
        CultureInfo.DefaultThreadCurrentCulture = CultureInfo.InvariantCulture;
        System.Threading.Thread.CurrentThread.CurrentCulture = CultureInfo.InvariantCulture;
        AppDomain.CurrentDomain.UnhandledException += (_, one) => Say("error", one.ExceptionObject.ToString());
        Json.Read(Json.Write(new Dictionary<string, object> { { "a", 1.5 }, { "b", new List<object> { true, null, "c" } } }));
        Say("ready", true);
        var line = (Dictionary<string, object>)Json.Read(source.ReadLine());
        var printed = TextWriter.Synchronized(new Printed());
        Console.SetOut(printed);
        Console.SetError(printed);
        Console.SetIn(TextReader.Null);
        try {
            object code;
            object result = line.TryGetValue("compile", out code) ? Compile((string)code) : Run((string)line["code"], line["input"]);
            printed.Flush();
            Say("result", result);
        } catch (Exception error) {
            printed.Flush();
            var why = error;
            while (why is TargetInvocationException && why.InnerException != null) why = why.InnerException;
            Say("error", why.GetType().Name + ": " + why.Message + "\n" + why.StackTrace);
        }
        source.ReadLine();
    }
}
`;

let built: Promise<string> | undefined;

const build = async (mono: string): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), 'tessera-dotnet-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  await chmod(folder, 0o755);
  const source = join(folder, 'host.cs');
  const program = join(folder, 'host.exe');
  await writeFile(source, host);
  const options = ['-nologo', '-target:exe', '-optimize+', `-out:${program}`, source];
  await promisify(execFile)(mono, [compilerOfCSharp, ...options], { env: { ...monoEnvironment }, timeout: buildMs });
  await chmod(program, 0o644);
  return program;
};

/** The program of sandboxes of C#, compiled once by this process and gone with it. */
export const hostOfCSharp = (mono: string): Promise<string> => {
  if (built === undefined) {
    built = build(mono);
    built.catch(() => (built = undefined));
  }
  return built;
};
