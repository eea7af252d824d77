"""How much a text looks like one that people write, to find out the encoding of records that do not name it.

Programs that detect encodings want long texts; a record may have two names of two characters. But what stands in records is known:
names of people and places, ranks, tournaments, remarks on a game. A wrong encoding makes rare characters of them, or letters that
never stand together. All numbers here are rough judgements, from -2 for what no text has to 1 for what every text has.
"""
import re
from collections import Counter
from collections.abc import Sequence

#: Encodings to try: the first of those that fit equally well is taken.
CANDIDATES = ("utf-8", "gb18030", "cp932", "cp949", "big5hkscs", "cp950", "euc_jp", "cp1252", "cp1251", "koi8_r", "cp1250")

#: Those of Chinese, Japanese and Korean, whose characters have two bytes.
DOUBLE_BYTE = frozenset(("gb18030", "cp932", "cp949", "big5hkscs", "cp950", "euc_jp"))

#: Characters that are frequent in records, in their simplified, traditional and Japanese forms.
_FREQUENT = frozenset("""
的一是不了人在有我他这為为之大来來以个個中上们們到说說国國和地也子时時道出而要于於就下得可你年生自会會那后後能对對着著事其里裡所
去行过過家十用发發天如然作方成者多日都三小军軍二无無同么麼经經法当當起与與好看学學进進种種将將还還分此心前面又定见見只主没沒公从從
四五六七八九零百千万萬元月号號第期届屆局回次名段级級品位目半子胜勝负負败敗黑白先手番着著官让讓贴貼終终盘盤中押投了认認输輸赢贏時間间
围圍棋碁院社協协会會戦战戰赛賽杯挑挑戦決决本因坊聖圣王座天元名人将棋国手最高位強强豪力新人女流全日本韓韩中华華杭州北京上海东東京大阪
名古屋台湾灣香港広广廣州四川成都重庆慶武汉漢江南西安山东河北浙福建湖南市省区區県城港島岛州海水火木金土林森田山川河石井村松本木原崎野
藤佐高橋渡辺邊邉伊小加吉佐々木斉斎齋清池橋阿部前谷坂武宮三上下中内大竹英哲趙赵治勲勋張张栩羽根直樹树依結结立誠诚雄王李刘劉陈陳杨楊黄黃
吴吳周徐孙孫马馬朱胡郭何罗羅高梁郑鄭谢謝宋唐许許韩韓冯馮邓鄧曹彭曾肖田董潘袁蔡蒋蔣余于杜叶葉程魏苏蘇吕呂丁任沈姚卢盧傅钟鍾姜崔谭譚廖
范汪陆陸金石戴贾賈韦韋夏邱方侯邹鄒熊孟秦白江阎薛尹段雷黎史龙龍贺賀顾顧毛郝龚邵万钱錢严嚴武莫孔常古力洁潔柯昌鎬镐世乭廷桓聂聶卫衛平晓
曉曦睿时越辜梓豪明华伟偉强芳娜秀敏静静丽麗军軍杰俊建文辉輝志勇刚剛斌宇浩鹏鵬飞飛龙超波宏国春生光正一二三郎雄夫子美恵和男信義义春秋
実実実徳德健康幸孝博昭則弘俊彦彥之助介太良吾也樹秀紀纪真理由香織恒久永丈山城宏加藤正夫林海峰大淵渊坂田栄荣寿壽秀行梶原武治橋本宇太郎
研究解説说註注評评譜谱記记録录者作詰死活問问題题定石布局攻防手筋劫打生死形勢势好悪恶变變化参參考図图正解失败敗黒白級
不应應該该這这步这手是可以如果因此如何但是因为但雖虽然已經经很更太過过此處处角边邊中央厚薄地模樣样進进攻守補补断斷接跳飛飞尖長长扳立虎
点點夾夹挡擋退拆逼挖冲衝碰靠双雙活死眼气氣征徵子棋型
網网络絡弈城新浪清风風腾騰讯訊野狐棋手級友谊誼业業余餘职職初開开始结結束末冠亚亞季軍軍
""".replace("\n", ""))

_FREQUENT_HANGUL = frozenset("""이김박최정강조윤장임한오서신권황안송류전홍고문양손배백허유남
심노하곽성차주우구민진지나엄채원천방공현함변염여추도소석선설
마길연위표명기반라왕금옥육인맹제모탁국어은편용예경봉사부가복태목형계피두감음빈동온호범좌팽승간상시갈단세창돌훈철환준영수호희우승민국바둑기원대회배전흑백승패
집반불계단급의은는이가을를에서로와과도다고하지만한일년월제회결선본국수명인왕위천원최고속국제아마프로""".replace("\n", ""))

_KANA = re.compile(r"[\u3041-\u3096\u30a1-\u30fa\u30fc]")
_PUNCTUATION = re.compile(r"[\u3000-\u303f\u30fb\uff01-\uff5e\u2014\u2018-\u201d\u2026\u25a0-\u25d7\u2460-\u2473\u2160-\u216b\xb7\u2500]")

#: A letter of the Latin alphabet beside a character of two bytes whose second is a Latin letter: it was a letter, too.
_IN_A_WORD = re.compile(r"[A-Za-z][^\x00-\x7f]|[^\x00-\x7f][a-z]")

#: Letters and signs of two bytes in UTF-8 that are in use: Latin, Greek, Cyrillic, Hebrew, Arabic.
_LETTERS = re.compile(r"[\xa0-\u017f\u0386-\u03ce\u0400-\u045f\u05d0-\u05ea\u0621-\u064a]")

_RUSSIAN = re.compile(r"[\u0410-\u044f\u0401\u0451]+(?:-[\u0410-\u044f]+)?")

_WORD = re.compile(r"[^\W\d_]+(?:['\u2019][^\W\d_]+)*|[^\x00-\x7f]")
_TYPOGRAPHY = frozenset("\u201c\u201d\u2018\u2019\u201e\u201a\u2013\u2014\u2026\u2022\xab\xbb\xb0\xb7\xa0\xa7\xa9\xae\u20ac"
                        "\xa3\xbf\xa1\xbd\xb1\xd7\u2122")
_NOT_BEFORE_LETTERS = frozenset("\xa3\xa7\xb1\xbd\u20ac\u2122")
_WORDS_OF_ONE_LETTER = frozenset("\xe0\xc0\xe9\xc9\xe8\xc8\xf3\xd3\xf6\xd6\xe5\xc5\xf8\xd8")


def plausibility(data: bytes, codec: str) -> float:
    """How plausible the text of some bytes is in an encoding, of which one at least is over 127: from -2 to about 1.5."""
    text = data.decode(codec, "surrogateescape")
    if codec == "utf-8":
        # Its bytes depend on each other so much that other encodings fit seldom, and hardly ever three bytes at a time.
        weights = [(-2.0 if _is_byte(each) else 1.7 if each > "\u07ff" else 1.1 if _LETTERS.match(each) else 0.3,
                    len(each.encode("utf-8", "surrogateescape"))) for each in text if each > "\x7f"]
    elif codec in _SCRIPTS:
        weights = _of_alphabet(text, _SCRIPTS[codec])
    else:
        weights = _of_characters(text, codec)
    return sum(weight * size for weight, size in weights) / max(1, sum(size for _, size in weights))


def _is_byte(character: str) -> bool:
    return "\udc80" <= character <= "\udcff"


def _is_wide(character: str) -> bool:
    """Whether a character has two bytes in encodings of Chinese, Japanese and Korean."""
    return character >= "\xa0" and not _is_byte(character) and not "\uff61" <= character <= "\uff9f"


# Characters of two bytes --------------------------------------------------------------------------------------

def _of_characters(text: str, codec: str) -> list[tuple[float, int]]:
    """[(weight of a character, its bytes)] for Chinese, Japanese and Korean."""
    counts = Counter(text)
    found = [(_weight(each, codec), count * (2 if _is_wide(each) else 1)) for each, count in counts.items() if each > "\x7f"]
    for pair in _IN_A_WORD.findall(text):
        each = max(pair)
        if each.encode(codec, "ignore")[1:].isalpha():
            found.append((-1.0, 2))
    return found


def _weight(character: str, codec: str) -> float:
    if _is_byte(character) or "\x80" <= character < "\xa0" or "\ue000" <= character <= "\uf8ff":
        return -2.0
    if codec == "cp949":
        return _korean(character)
    if _KANA.match(character):
        return 0.9 if codec in ("cp932", "euc_jp") else 0.2
    if "\uff61" <= character <= "\uff9f":       # half a square wide: what other encodings look like in Shift-JIS
        return -0.6
    if _PUNCTUATION.match(character):
        return 0.4
    if not "\u3400" <= character <= "\u9fff":
        return -0.5
    return 1.0 if character in _FREQUENT else _LEVELS[_level(character, codec)]


#: Weights of characters of the first level of the national standard, which has those in use, of the second, and of others.
_LEVELS = (0.5, 0.0, -0.4)

#: {codec: (codec of the national standard, the first byte of its first level and of its second, the end)}
_STANDARDS = {"gb18030": ("gb2312", 0xb0, 0xd8, 0xf8), "cp932": ("euc_jp", 0xb0, 0xd0, 0xf5), "euc_jp": ("euc_jp", 0xb0, 0xd0, 0xf5),
              "big5hkscs": ("big5", 0xa4, 0xc9, 0xfa), "cp950": ("big5", 0xa4, 0xc9, 0xfa)}


def _level(character: str, codec: str) -> int:
    if codec not in _STANDARDS:
        return 1
    standard, first, second, end = _STANDARDS[codec]
    written = character.encode(standard, "ignore")
    if len(written) != 2 or not first <= written[0] < end:
        return 2
    return 0 if written[0] < second else 1


def _korean(character: str) -> float:
    if "\uac00" <= character <= "\ud7a3":
        if character in _FREQUENT_HANGUL:
            return 1.0
        return 0.5 if character.encode("euc_kr", "ignore") else -0.6
    if _PUNCTUATION.match(character):
        return 0.4
    return 0.2 if character in _FREQUENT else -0.5


# Alphabets ----------------------------------------------------------------------------------------------------

#: {codec: whether its letters are those of another alphabet than the Latin one}
_SCRIPTS = {"cp1252": False, "cp1250": False, "cp1251": True, "koi8_r": True}


def _of_alphabet(text: str, other_script: bool) -> list[tuple[float, int]]:
    """[(weight of a word, how many of its characters are not ASCII)] for encodings of one byte a character."""
    found = []
    for match in _WORD.finditer(text):
        word = match[0]
        foreign = [each for each in word if each > "\x7f"]
        if foreign:
            before, after = text[match.start() - 1:match.start()], text[match.end():match.end() + 1]
            found.append((_of_word(word, foreign, before, after, other_script), len(foreign)))
    return found


def _of_word(word: str, foreign: Sequence[str], before: str, after: str, other_script: bool) -> float:
    if any(_is_byte(each) or each < "\xa0" for each in foreign):
        return -2.0
    if not word.isalpha() and len(word) == 1:
        if word not in _TYPOGRAPHY or (before > "\x7f" and after > "\x7f") or (word in _NOT_BEFORE_LETTERS and after.isalpha()):
            return -1.0
        return -1.0 if before.isalpha() and after.isalpha() and word != "\u2019" else 0.6
    if any(not each.isalpha() and each != "\u2019" for each in foreign):
        return -1.0
    if not (word.islower() or word.istitle() or word.isupper() or word[:1].isupper()):
        return -1.0
    if not (word[1:].islower() or word.isupper() or len(word) == 1 or word.istitle()):
        return -0.5
    if other_script:
        return -0.5 if not _RUSSIAN.fullmatch(word) or len(word) == 1 else 0.4 if word.isupper() else 1.0
    if len(word) == 1:
        return 0.5 if word in _WORDS_OF_ONE_LETTER else 0.2
    run = max(map(len, re.findall(r"[^\x00-\x7f]+", word)))
    return 1.0 if run == 1 else 0.5 if run == 2 and len(word) > 3 else -1.0
