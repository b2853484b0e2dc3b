/** The values asked for last, least recently used out first. */
export class Recent<Value> {
  private readonly values = new Map<string, Value>();

  constructor(private readonly capacity: number) {}

  get(name: string): Value | undefined {
    const value = this.values.get(name);
    if (value !== undefined) this.moveToEnd(name, value);
    return value;
  }

  set(name: string, value: Value): void {
    this.moveToEnd(name, value);
    const [oldest] = this.values.keys();
    if (this.values.size > this.capacity && oldest !== undefined) this.values.delete(oldest);
  }

  delete(name: string): void {
    this.values.delete(name);
  }

  private moveToEnd(name: string, value: Value): void {
    this.values.delete(name);
    this.values.set(name, value);
  }
}
